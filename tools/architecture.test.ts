import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blankOutComments } from './house/source-files.ts'

const root = join(import.meta.dirname, '..')
const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const [section = ''] = map.slice(map.indexOf('## Where is')).split(/\n(?=## )/)
const rows = [...section.matchAll(/^\| ([^|`]+?) +\| `([^`]+)` +\| `([^`]+)` +\|$/gm)].map(
  ([, terms = '', path = '', name = '']) => ({ terms, path, name }),
)

/** Returns whether the code of a file contains a name as a whole word. Ignores comments. */
function hasName(path: string, name: string): boolean {
  const file = join(root, path)
  if (!existsSync(file)) return false
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(blankOutComments(readFileSync(file, 'utf8')))
}

describe('map of ARCHITECTURE.md', () => {
  it('lists at least ninety terms, without duplicates', () => {
    expect(rows.length).toBeGreaterThanOrEqual(90)
    // Checks that the pattern above matches every row of the table, because the next test ignores all other rows.
    expect(rows.length).toBe(section.split('\n').filter((line) => line.startsWith('| ')).length - 2)
    expect(new Set(rows.map(({ terms }) => terms)).size).toBe(rows.length)
  })

  it('names a file in each row, and an identifier from the code of that file', () => {
    expect(rows.filter(({ path, name }) => !hasName(path, name))).toEqual([])
  })
})
