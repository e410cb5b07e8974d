import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const section = map.slice(map.indexOf('## Where is'), map.indexOf('## Sources'))
const rows = [...section.matchAll(/^\| ([^|`]+?) +\| `([^`]+)` +\|$/gm)].map(([, terms = '', path = '']) => ({
  terms,
  path,
}))

it('the map says where thirty things are', () => {
  expect(rows.length).toBeGreaterThanOrEqual(30)
})

it.each(rows)('$path holds the words it is looked up by: $terms', ({ terms, path }) => {
  const text = readFileSync(join(root, path), 'utf8').toLowerCase()
  for (const term of terms.split(', ')) expect(text).toContain(term.toLowerCase())
})
