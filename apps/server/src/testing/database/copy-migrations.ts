import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationsFolder, readReleases } from '#platform/database/migration-files.ts'

/**
 * Copies the migrations to a new folder and appends a migration for each statement. `releases` maps a version to the
 * index of that release's last new migration. The caller deletes the folder.
 */
export function copyMigrationsWith(statements: readonly string[], releases: Record<string, number> = {}): string {
  const copy = mkdtempSync(join(tmpdir(), 'pawtrait-migrations-'))
  cpSync(migrationsFolder, copy, { recursive: true })
  const journal = join(copy, 'meta/_journal.json')
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as {
    entries: { idx: number; when: number; tag: string }[]
  }
  const last = entries.at(-1)
  if (!last) throw new Error('no migrations')
  const more = statements.map((text, i) => {
    const tag = `more-${i}`
    writeFileSync(join(copy, `${tag}.sql`), text)
    return { ...last, idx: last.idx + 1 + i, when: last.when + 1 + i, tag }
  })
  writeFileSync(journal, JSON.stringify({ entries: [...entries, ...more] }))
  const added = Object.entries(releases).map(([version, i]) => ({ version, migration: `more-${i}`, functions: [] }))
  writeFileSync(join(copy, 'releases.json'), JSON.stringify([...readReleases(), ...added]))
  return copy
}
