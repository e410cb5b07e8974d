import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** First line of a migration. It declares whether older releases can run on the migrated schema. */
export type MigrationDeclaration =
  /** The migration looks breaking, but older releases still work. `why` gives the reason. */
  | { kind: 'expand'; why: string }
  /** Removes tables or columns that releases from `since` on do not use. Older releases then refuse to start. */
  | { kind: 'contract'; since: string; why: string }

/** A migration. `when` is a timestamp in milliseconds, which orders and identifies migrations. */
export type Migration = { name: string; when: number; sql: string; declared: MigrationDeclaration | undefined }

/** A release, its newest migration, and the SQL functions that it calls. */
export type Release = { version: string; migration: string; functions: string[] }

const declarationPattern =
  /^-- (?:expand: (?<expandReason>\S.*)|contract since (?<since>\d+\.\d+\.\d+): (?<contractReason>\S.*))$/

export function parseDeclaration(sql: string): MigrationDeclaration | undefined {
  const { expandReason, since, contractReason } = declarationPattern.exec(sql.split('\n', 1)[0] ?? '')?.groups ?? {}
  if (expandReason) return { kind: 'expand', why: expandReason }
  return since && contractReason ? { kind: 'contract', since, why: contractReason } : undefined
}

/** Returns the migrations in order. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const journal = readFileSync(join(folder, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { when: number; tag: string }[] }
  return entries.map(({ when, tag: name }) => {
    const sql = readFileSync(join(folder, `${name}.sql`), 'utf8')
    return { name, when, sql, declared: parseDeclaration(sql) }
  })
}

/** Returns all releases, newest last. */
export function readReleases(folder = migrationsFolder): [Release, ...Release[]] {
  return JSON.parse(readFileSync(join(folder, 'releases.json'), 'utf8')) as [Release, ...Release[]]
}

/**
 * Maps each migration (`when`) to the newest migration of the oldest release that can run after it. The value 0 means
 * that every release can. Migrations up to the first release map to themselves.
 * @throws Error for an unknown release
 */
export function readMinimumReleases(folder = migrationsFolder): Map<number, number> {
  const migrations = readMigrations(folder)
  const releases = readReleases(folder)
  const findTimestamp = (name: string | undefined) => {
    const found = migrations.find((migration) => migration.name === name)
    if (!found) throw new Error(`no migration ${name}`)
    return found.when
  }
  const first = findTimestamp(releases[0].migration)
  const findMinimumRelease = ({ when, declared }: Migration) => {
    if (when <= first) return when
    if (declared?.kind !== 'contract') return 0
    return findTimestamp(releases.find(({ version }) => version === declared.since)?.migration)
  }
  return new Map(migrations.map((migration) => [migration.when, findMinimumRelease(migration)]))
}
