import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingNames } from '../apps/server/src/config/config.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/operations/settings.md'), 'utf8')

it('docs/operations/settings.md has a row for every setting, and no row for an unknown setting', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)(?:=[^`]*)?`/g)])
  expect(named.map(([, name = '']) => name).toSorted()).toEqual([...settingNames].toSorted())
})
