import { describe, expect, test } from 'vitest'
import { createTranslator } from './translate.ts'

const likes = 'one: {count} like | other: {count} likes'

describe('translator', () => {
  const t = createTranslator('en-GB')

  test('fills placeholders with values', () => {
    expect(t('Hello {name}', { name: 'Amina' })).toBe('Hello Amina')
  })

  test('requires a value for each placeholder at compile time', () => {
    // @ts-expect-error -- {name} is missing
    expect(t('Hello {name}')).toBe('Hello ')
    // @ts-expect-error -- {count} is missing
    expect(t('one: One like | other: Many likes', {})).toBe('Many likes')
  })

  test('chooses the plural form and formats numbers for the language', () => {
    expect(t(likes, { count: 1 })).toBe('1 like')
    expect(t(likes, { count: 1082 })).toBe('1,082 likes')
  })

  test('chooses Polish plural forms, and uses the last form if the required form is missing', () => {
    const translatePolish = createTranslator('pl')
    const paws = 'one: {count} łapka | few: {count} łapki | other: {count} łapek'
    expect([1, 3, 5].map((count) => translatePolish(paws, { count }))).toEqual(['1 łapka', '3 łapki', '5 łapek'])
  })

  test('does not treat a sentence with a colon as plural forms', () => {
    expect(t('note: it is late')).toBe('note: it is late')
  })
})

test('translator puts a right-to-left value between bidi isolates, unless it already has them', () => {
  const t = createTranslator('en-GB')
  const isolated = '\u2068שוקו\u2069'
  expect(t('{name}, 3', { name: 'שוקו' })).toBe(`${isolated}, 3`)
  expect(t('{name}, 3', { name: isolated })).toBe(`${isolated}, 3`)
})
