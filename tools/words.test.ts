import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sections = read('docs/words.md').split('\n## ').slice(1)
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| ([^|]+?) +\| [^|]+? +\| ([^|]+?) +\|$/gm)]
    .map(([, word = '', places = '']) => ({
      word,
      places: [...places.matchAll(/`([^`]+)`/g)].map(([, at = '']) => at),
    }))
    .slice(2)
const rows = sections.flatMap(rowsOf)
const tables = globSync('apps/server/src/**/*tables.ts', { cwd: root }).flatMap((path) =>
  [...read(path).matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name]) => name),
)

it('docs/words.md lists each word once, in alphabetical order', () => {
  expect(rows.length).toBeGreaterThanOrEqual(80)
  const words = rows.map(({ word }) => word.toLowerCase())
  expect(new Set(words).size).toBe(words.length)
  for (const section of sections) {
    const own = rowsOf(section).map(({ word }) => word.toLowerCase())
    expect(own).toEqual(own.toSorted())
  }
})

it('docs/words.md names an existing table or file for each word', () => {
  const isThere = (place: string) => (place.includes('/') ? existsSync(join(root, place)) : tables.includes(place))
  expect(rows.filter(({ places }) => places.length === 0 || !places.every(isThere))).toEqual([])
})
