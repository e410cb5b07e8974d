import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the migrations of this program lie. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** What a migration says of itself in its first line: whether releases that do not know it run on after it. */
export type Declaration =
  /** What looks as if it broke older releases does not; `why` says what keeps them whole. */
  | { kind: 'expand'; why: string }
  /** Takes away what no release from `since` on uses; older ones are refused. */
  | { kind: 'contract'; since: string; why: string }

/** `when`: the milliseconds by which migrations are ordered, and known to a database. */
export type Migration = { name: string; when: number; sql: string; declared: Declaration | undefined }

/** `migration`: the newest that the release knows; `functions`: those of the schema that its statements call. */
export type Release = { version: string; migration: string; functions: string[] }

const firstLine = /^-- (?:expand: (?<kept>\S.*)|contract since (?<since>\d+\.\d+\.\d+): (?<gone>\S.*))$/

/** What the first line declares; undefined when it says nothing of older releases. */
export function declarationIn(sql: string): Declaration | undefined {
  const { kept, since, gone } = firstLine.exec(sql.split('\n', 1)[0] ?? '')?.groups ?? {}
  if (kept) return { kind: 'expand', why: kept }
  return since && gone ? { kind: 'contract', since, why: gone } : undefined
}

/** The migrations in the order in which they run. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const journal = readFileSync(join(folder, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { when: number; tag: string }[] }
  return entries.map(({ when, tag: name }) => {
    const sql = readFileSync(join(folder, `${name}.sql`), 'utf8')
    return { name, when, sql, declared: declarationIn(sql) }
  })
}

/** The releases there have been since there are any, the newest last. */
export function readReleases(folder = migrationsFolder): [Release, ...Release[]] {
  return JSON.parse(readFileSync(join(folder, 'releases.json'), 'utf8')) as [Release, ...Release[]]
}

/**
 * For each migration, by its `when`, the oldest program that runs on a schema with it: the `when` of the newest
 * migration such a program knows; 0 for every one. Before the first release nothing was promised to older programs.
 * @throws Error when a migration names a release there is not
 */
export function floorsOf(folder = migrationsFolder): Map<number, number> {
  const migrations = readMigrations(folder)
  const releases = readReleases(folder)
  const whenOf = (name: string | undefined) => {
    const found = migrations.find((one) => one.name === name)
    if (!found) throw new Error(`no migration ${name}`)
    return found.when
  }
  const first = whenOf(releases[0].migration)
  const floorOf = ({ when, declared }: Migration) => {
    if (when <= first) return when
    if (declared?.kind !== 'contract') return 0
    return whenOf(releases.find(({ version }) => version === declared.since)?.migration)
  }
  return new Map(migrations.map((one) => [one.when, floorOf(one)]))
}
