import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findDeadFileNames, findDeadLinks } from './check-links.ts'

const root = join(import.meta.dirname, '..')
const dead = (text: string) => findDeadLinks(root, { path: 'docs/words.md', text }).map((offence) => offence.rule)

it('check-links reports a relative link to a missing file', () => {
  expect(dead('see [the map](../NOWHERE.md#part)')).toEqual(['Nothing at ../NOWHERE.md.'])
})

it('check-links reports a backquoted path to a missing file', () => {
  expect(dead('look at `tools/absent.ts`')).toEqual(['Nothing at tools/absent.ts.'])
})

it('check-links accepts URLs, anchors and existing files', () => {
  expect(dead('[a](https://example.org) [b](#part) [c](../package.json) `tools/run-steps.ts` `npm test`')).toEqual([])
})

it('check-links reports the old path of a renamed file, but accepts the last parts of an existing path', () => {
  const paths = ['apps/web/src/lib/call.ts', 'tools/run-steps.ts']
  const text = '`call.ts` `#lib/call.ts` `run-steps.ts`\n`feed/call.ts` `all.ts` `apps/gone.ts` `<verb>-<noun>.ts`'
  expect(findDeadFileNames(paths, { path: 'docs/words.md', text })).toEqual([
    { path: 'docs/words.md', line: 2, rule: 'The file feed/call.ts does not exist.' },
    { path: 'docs/words.md', line: 2, rule: 'The file all.ts does not exist.' },
  ])
})
