import { describe, expect, test } from 'vitest'
import { translator } from './translate.ts'

const en = {
  posts: { hello: 'Hello {name}', likes: { one: '{count} like', other: '{count} likes' } },
} as const

describe('a translator', () => {
  const t = translator<typeof en>(en, 'en-GB')

  test('fills the places of a message', () => {
    expect(t('posts.hello', { name: 'Amina' })).toBe('Hello Amina')
  })

  test('chooses the plural form and writes numbers as the language does', () => {
    expect(t('posts.likes', { count: 1 })).toBe('1 like')
    expect(t('posts.likes', { count: 1082 })).toBe('1,082 likes')
  })

  test('a second language has its own forms', () => {
    const pl = {
      posts: { hello: 'Cześć {name}', likes: { one: '{count} łapka', few: '{count} łapki', other: '{count} łapek' } },
    }
    const say = translator<typeof en>(pl, 'pl')
    expect([1, 3, 5].map((count) => say('posts.likes', { count }))).toEqual(['1 łapka', '3 łapki', '5 łapek'])
  })
})
