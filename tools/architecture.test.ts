import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withoutComments } from './house/source-files.ts'

const root = join(import.meta.dirname, '..')
const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const [section = ''] = map.slice(map.indexOf('## Where is')).split(/\n(?=## )/)
const rows = [...section.matchAll(/^\| ([^|`]+?) +\| `([^`]+)` +\| `([^`]+)` +\|$/gm)].map(
  ([, terms = '', path = '', name = '']) => ({ terms, path, name }),
)

/** Whether the file has the name as a whole word, not only in a comment. */
function hasName(path: string, name: string): boolean {
  const file = join(root, path)
  if (!existsSync(file)) return false
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(withoutComments(readFileSync(file, 'utf8')))
}

describe('the map of ARCHITECTURE.md', () => {
  it('says once where each of ninety things is', () => {
    expect(rows.length).toBeGreaterThanOrEqual(90)
    // A row that the pattern above does not read would be checked by nothing.
    expect(rows.length).toBe(section.split('\n').filter((line) => line.startsWith('| ')).length - 2)
    expect(new Set(rows.map(({ terms }) => terms)).size).toBe(rows.length)
  })

  it('names code that its files have', () => {
    expect(rows.filter(({ path, name }) => !hasName(path, name))).toEqual([])
  })
})
