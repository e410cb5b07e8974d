import { describe, expect, test } from 'vitest'
import { translator } from './translate.ts'

const likes = 'one: {count} like | other: {count} likes'

describe('a translator', () => {
  const t = translator('en-GB')

  test('fills the places of a message', () => {
    expect(t('Hello {name}', { name: 'Amina' })).toBe('Hello Amina')
  })

  test('does not compile without a value for each place', () => {
    // @ts-expect-error -- whom it greets
    expect(t('Hello {name}')).toBe('Hello ')
    // @ts-expect-error -- how many there are
    expect(t('one: One like | other: Many likes', {})).toBe('Many likes')
  })

  test('chooses the plural form and writes numbers as the language does', () => {
    expect(t(likes, { count: 1 })).toBe('1 like')
    expect(t(likes, { count: 1082 })).toBe('1,082 likes')
  })

  test('a second language has its own forms, the last one for all others', () => {
    const say = translator('pl')
    const paws = 'one: {count} łapka | few: {count} łapki | other: {count} łapek'
    expect([1, 3, 5].map((count) => say(paws, { count }))).toEqual(['1 łapka', '3 łapki', '5 łapek'])
  })

  test('a sentence with a colon has no forms', () => {
    expect(t('note: it is late')).toBe('note: it is late')
  })
})
