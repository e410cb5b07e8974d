import { describe, expect, test } from 'vitest'
import { noteTemplates } from '#i18n/en/by-value/moderation/note-templates.ts'
import { actionsFor, decisionToSend, emptyDecision, withAction, withRule } from './decision-draft.ts'

const now = Date.parse('2026-11-26T12:00:00.000Z')

test('allows hiding for posts only', () => {
  expect(actionsFor(['post', 'post'])).toContain('hide')
  expect(actionsFor(['post', 'comment'])).not.toContain('hide')
  expect(actionsFor(['user'])).toEqual(['dismiss', 'warn', 'take-down', 'limit', 'suspend', 'ban'])
})

describe('rule of a decision', () => {
  test('follows from the reason when an action is chosen, until another rule is selected', () => {
    expect(withAction(emptyDecision, 'dismiss', 'selling').rule).toBe(null)
    expect(withAction(emptyDecision, 'warn', 'other').rule).toBe(null)
    const warn = withAction(emptyDecision, 'warn', 'selling')
    expect(warn).toMatchObject({ action: 'warn', rule: 'selling', note: noteTemplates.selling })
    expect(withAction(withRule(warn, 'spam'), 'ban', 'selling').rule).toBe('spam')
    expect(withAction(withRule(warn, null), 'ban', 'selling').rule).toBe(null)
  })
})

describe('note of a decision', () => {
  test('follows the rule until its text is edited', () => {
    const spam = withRule(emptyDecision, 'spam')
    expect(spam.note).toBe(noteTemplates.spam)
    expect(withRule(spam, 'selling').note).toBe(noteTemplates.selling)
    expect(withRule({ ...spam, note: 'In my words.' }, 'selling').note).toBe('In my words.')
    expect(withRule(spam, null).note).toBe('')
  })
})

describe('decisionToSend', () => {
  const warn = { ...emptyDecision, action: 'warn', rule: 'spam', note: 'Please stop.' } as const
  const suspend = { ...warn, action: 'suspend' } as const

  test('names the missing field', () => {
    expect(decisionToSend(emptyDecision, now)).toBe('action')
    expect(decisionToSend({ ...warn, rule: null }, now)).toBe('rule')
    expect(decisionToSend(suspend, now)).toBe('until')
    expect(decisionToSend({ ...suspend, lasts: 'date' }, now)).toBe('until')
    expect(decisionToSend({ ...suspend, lasts: 'date', date: '2026-11-20' }, now)).toBe('until')
    expect(decisionToSend({ ...suspend, lasts: 'date', date: '2029-01-01' }, now)).toBe('until')
  })

  test('omits rule and note when dismissing', () => {
    expect(decisionToSend({ ...warn, action: 'dismiss' }, now)).toEqual({ action: 'dismiss', note: '' })
  })

  test('sets an end only for a suspension', () => {
    expect(decisionToSend({ ...warn, lasts: '7' }, now)).toEqual({ action: 'warn', rule: 'spam', note: 'Please stop.' })
    expect(decisionToSend({ ...suspend, lasts: '7' }, now)).toMatchObject({ until: '2026-12-03T12:00:00.000Z' })
    const until = new Date('2026-12-24T23:59:00').toISOString()
    expect(decisionToSend({ ...suspend, lasts: 'date', date: '2026-12-24' }, now)).toMatchObject({ until })
  })
})
