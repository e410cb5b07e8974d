import { describe, expect, test } from 'vitest'
import { noteTemplates } from '#i18n/en/by-value/moderation/note-templates.ts'
import { buildDecision, emptyDecisionDraft, getAvailableActions, withAction, withRule } from './decision-draft.ts'

const now = Date.parse('2026-11-26T12:00:00.000Z')

test('getAvailableActions includes hiding only when all reports are about posts', () => {
  expect(getAvailableActions(['post', 'post'])).toContain('hide')
  expect(getAvailableActions(['post', 'comment'])).not.toContain('hide')
  expect(getAvailableActions(['user'])).toEqual(['dismiss', 'warn', 'take-down', 'limit', 'suspend', 'ban'])
})

describe('withAction', () => {
  test('preselects the likely rule, except for a dismissal, and retains a rule selected by the moderator', () => {
    expect(withAction(emptyDecisionDraft, 'dismiss', 'selling').rule).toBe(null)
    expect(withAction(emptyDecisionDraft, 'warn', 'other').rule).toBe(null)
    const warn = withAction(emptyDecisionDraft, 'warn', 'selling')
    expect(warn).toMatchObject({ action: 'warn', rule: 'selling', note: noteTemplates.selling })
    expect(withAction(withRule(warn, 'spam'), 'ban', 'selling').rule).toBe('spam')
    expect(withAction(withRule(warn, null), 'ban', 'selling').rule).toBe(null)
  })
})

describe('withRule', () => {
  test('replaces an unedited note with the template of the rule, and keeps an edited note', () => {
    const spam = withRule(emptyDecisionDraft, 'spam')
    expect(spam.note).toBe(noteTemplates.spam)
    expect(withRule(spam, 'selling').note).toBe(noteTemplates.selling)
    expect(withRule({ ...spam, note: 'In my words.' }, 'selling').note).toBe('In my words.')
    expect(withRule(spam, null).note).toBe('')
  })
})

describe('buildDecision', () => {
  const warn = { ...emptyDecisionDraft, action: 'warn', rule: 'spam', note: 'Please stop.' } as const
  const suspend = { ...warn, action: 'suspend' } as const

  test('returns the name of the missing or invalid field', () => {
    expect(buildDecision(emptyDecisionDraft, now)).toBe('action')
    expect(buildDecision({ ...warn, rule: null }, now)).toBe('rule')
    expect(buildDecision(suspend, now)).toBe('until')
    expect(buildDecision({ ...suspend, lasts: 'date' }, now)).toBe('until')
    expect(buildDecision({ ...suspend, lasts: 'date', date: '2026-11-20' }, now)).toBe('until')
    expect(buildDecision({ ...suspend, lasts: 'date', date: '2029-01-01' }, now)).toBe('until')
  })

  test('omits the rule and empties the note for a dismissal', () => {
    expect(buildDecision({ ...warn, action: 'dismiss' }, now)).toEqual({ action: 'dismiss', note: '' })
  })

  test('sets an end date only for a suspension, from a number of days or a date', () => {
    expect(buildDecision({ ...warn, lasts: '7' }, now)).toEqual({ action: 'warn', rule: 'spam', note: 'Please stop.' })
    expect(buildDecision({ ...suspend, lasts: '7' }, now)).toMatchObject({ until: '2026-12-03T12:00:00.000Z' })
    const until = new Date('2026-12-24T23:59:00').toISOString()
    expect(buildDecision({ ...suspend, lasts: 'date', date: '2026-12-24' }, now)).toMatchObject({ until })
  })
})
