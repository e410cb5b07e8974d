import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { backdrops } from './backdrops.ts'

const tokens = new URL('../../../apps/web/src/ui/tokens.css', import.meta.url)

it('backdrops have the same colours as tokens.css', async () => {
  const css = await readFile(tokens, 'utf8')
  const rules = [...css.matchAll(/\.bd-(\w+) \{\s+--bd: (#\w+);\s+--ring: (#\w+);\s+--bd-ink: (#\w+);/g)]
  const read = rules.map(([, name, background, ring, ink]) => [name, { background, ring, ink }])
  expect(read).toHaveLength(8)
  expect(Object.fromEntries(read)).toEqual(backdrops)
})
