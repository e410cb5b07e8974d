import { expect, it } from 'vitest'
import { plainWordOffences } from './plain-words.ts'

const file = (text: string) => ({ path: 'apps/server/src/a.ts', text })

it('accepts as many marker words as before', () => {
  expect(plainWordOffences([file(`// ${'stan'}ds`)], 1)).toEqual([])
})

it('refuses one more, and a limit that was not lowered', () => {
  expect(plainWordOffences([file(`// ${'stan'}ds ${'ane'}w`)], 1)).toMatchObject([
    { rule: expect.stringMatching(/^2 marker words, at most 1/) },
  ])
  expect(plainWordOffences([file('// plain')], 30)).toMatchObject([{ rule: expect.stringContaining('lower MOST') }])
})
