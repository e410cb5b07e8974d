import { expect, it } from 'vitest'
import { findPlainWordOffences } from './plain-words.ts'

// Each word is written in two parts, because the check also counts marker words in this file.
const [first, second] = [['stan', 'ds'].join(''), ['ane', 'w'].join('')]
const file = (text: string) => ({ path: 'apps/server/src/a.ts', text })

it('plain-words accepts a number of marker words equal to its limit', () => {
  expect(findPlainWordOffences([file(`// ${first}`)], 1)).toEqual([])
})

it('plain-words refuses more marker words than its limit, or a limit far above the number of marker words', () => {
  expect(findPlainWordOffences([file(`// ${first} ${second}`)], 1)).toMatchObject([
    { rule: expect.stringMatching(/^2 marker words, at most 1/) },
  ])
  expect(findPlainWordOffences([file('// plain')], 30)).toMatchObject([{ rule: expect.stringContaining('lower MAX') }])
})
