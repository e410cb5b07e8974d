import { expect, it } from 'vitest'
import { plainWordOffences } from './plain-words.ts'

// Written in halves, because this file is counted too.
const [first, second] = [['stan', 'ds'].join(''), ['ane', 'w'].join('')]
const file = (text: string) => ({ path: 'apps/server/src/a.ts', text })

it('plain-words accepts as many marker words as before', () => {
  expect(plainWordOffences([file(`// ${first}`)], 1)).toEqual([])
})

it('plain-words refuses one more, and a limit that was not lowered', () => {
  expect(plainWordOffences([file(`// ${first} ${second}`)], 1)).toMatchObject([
    { rule: expect.stringMatching(/^2 marker words, at most 1/) },
  ])
  expect(plainWordOffences([file('// plain')], 30)).toMatchObject([{ rule: expect.stringContaining('lower MOST') }])
})
