import { join } from 'node:path'
import { expect, it } from 'vitest'
import { deadLinks } from './check-links.ts'

const root = join(import.meta.dirname, '..')
const dead = (text: string) => deadLinks(root, { path: 'docs/words.md', text }).map((offence) => offence.rule)

it('finds a relative link that leads nowhere', () => {
  expect(dead('see [the map](../NOWHERE.md#part)')).toEqual(['Nothing at ../NOWHERE.md.'])
})

it('finds a path in backquotes that leads nowhere', () => {
  expect(dead('look at `tools/absent.ts`')).toEqual(['Nothing at tools/absent.ts.'])
})

it('leaves addresses, anchors and what exists alone', () => {
  expect(dead('[a](https://example.org) [b](#part) [c](../package.json) `tools/steps.ts` `npm test`')).toEqual([])
})
