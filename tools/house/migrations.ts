import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Migration,
  type Release,
  readMigrations,
  readReleases,
} from '../../apps/server/src/platform/database/migration-files.ts'
import { type Judgement, judgeStatement, type KnownSchema } from './judge-statement.ts'
import type { Offence } from './source-files.ts'
import { type Statement, statementsIn } from './statements.ts'

const recipe = 'docs/recipes/change-the-schema.md'

/** What the migration does to a release that knows the schema so and not the migration. */
export type Break = Statement & Judgement

type Snapshot = {
  tables: Record<string, { name: string; columns: object; indexes: object }>
}

/** The schema after a migration, as the tables.ts of its commit name it: what a release with it as its newest uses. */
export function schemaAfter(
  folder: string,
  migrations: readonly Migration[],
  release: Omit<Release, 'version'>,
): KnownSchema {
  const last = migrations.findIndex(({ name }) => name === release.migration)
  const path = join(folder, 'meta', `${release.migration.split('_')[0]}_snapshot.json`)
  const tables = Object.values((JSON.parse(readFileSync(path, 'utf8')) as Snapshot).tables)
  const made = migrations.slice(0, last + 1).flatMap(({ sql }) => functionsIn(sql))
  return {
    tables: new Map(tables.map(({ name, columns }) => [name, new Set(Object.keys(columns))])),
    indexes: new Set(tables.flatMap(({ indexes }) => Object.keys(indexes))),
    functions: new Set(made),
    called: new Set(release.functions),
  }
}

/** The functions that a migration makes. */
export function functionsIn(sql: string): string[] {
  return [...sql.matchAll(/^create (?:or replace )?function "?(\w+)/gim)].map(([, name = '']) => name.toLowerCase())
}

/** The statements of a migration that a release would notice. */
export function breaksIn(sql: string, known: KnownSchema): Break[] {
  return statementsIn(sql).flatMap((statement) => {
    const found = judgeStatement(statement.text, known)
    return found ? [{ ...statement, ...found }] : []
  })
}

type Seen = Release & { known: KnownSchema }

const short = (text: string) => (text.length > 70 ? `${text.slice(0, 70)}…` : text)

/**
 * Offences of one migration that came after the last release. `running`: the releases that may still run when it comes;
 * `since`: of these, those it lets run.
 */
function offencesOf(path: string, { sql, declared }: Migration, running: Seen[], since: Seen[]): Offence[] {
  const offend = (line: number, rule: string): Offence => ({ path, line, rule: `${rule} ${recipe}` })
  if (declared?.kind === 'contract') {
    if (since.length === 0) return [offend(1, `Contracts since ${declared.since}, which is no release that may run.`)]
    return since.flatMap(({ version, known }) =>
      breaksIn(sql, known)
        .filter(({ gone }) => gone.length > 0)
        .map(({ line, gone }) => offend(line, `Release ${version} still uses ${gone.join(', ')}.`)),
    )
  }
  const said = new Map<number, Offence>()
  for (const { version, known } of running)
    for (const { line, text, gone } of breaksIn(sql, known)) {
      const rule = `Release ${version} may notice "${short(text)}": say in the first line why it does not.`
      if (gone.length > 0)
        said.set(line, offend(line, `Takes ${gone.join(', ')} from ${version}: "-- contract since …".`))
      else if (!declared && !said.has(line)) said.set(line, offend(line, rule))
    }
  return [...said.values()]
}

/** Journal and files name the same migrations, each made after the one before: the migrator passes over others. */
function orderOffences(folder: string, path: string, migrations: readonly Migration[]): Offence[] {
  const listed = new Set(migrations.map(({ name }) => `${name}.sql`))
  const unused = unusedSnapshots(readdirSync(join(folder, 'meta')), migrations, readReleases(folder))
  const unlisted = readdirSync(folder).filter((file) => file.endsWith('.sql') && !listed.has(file))
  const early = migrations.filter(({ when }, i) => when <= (migrations[i - 1]?.when ?? 0))
  return [
    ...unlisted.map((file) => ({ path: `${path}/${file}`, line: 1, rule: 'The journal does not name it.' })),
    ...unused.map((file) => ({
      path: `${path}/meta/${file}`,
      line: 1,
      rule: 'Unused snapshot: generate with `npm run migration`, which deletes it.',
    })),
    ...early.map(({ name }) => ({
      path: `${path}/${name}.sql`,
      line: 1,
      rule: 'Older than the one before it: never run.',
    })),
  ]
}

/**
 * Returns the unused snapshots. drizzle-kit compares `tables.ts` with the newest one, and the rules below read those of
 * releases. `files`: file names in the `meta` folder.
 */
export function unusedSnapshots(
  files: readonly string[],
  migrations: readonly Migration[],
  releases: readonly Release[],
): string[] {
  const used = [...releases.map(({ migration }) => migration), migrations.at(-1)?.name ?? '']
  const kept = new Set(used.map((name) => `${name.split('_')[0]}_snapshot.json`))
  return files.filter((file) => file.endsWith('_snapshot.json') && !kept.has(file))
}

/** Migrations since the last release that would break it, and say nothing of it or take away what it uses. */
export function migrationOffences(root: string, version: string): Offence[] {
  const path = 'apps/server/migrations'
  const folder = join(root, path)
  const migrations = readMigrations(folder)
  const releases = readReleases(folder)
  const last = releases.at(-1)
  const released = migrations.findIndex(({ name }) => name === last?.migration)
  if (released < 0 || last?.version !== version)
    return [
      { path: `${path}/releases.json`, line: 1, rule: `Ends with release ${version}: node tools/note-release.ts.` },
    ]
  const seen = releases.map((release) => ({ ...release, known: schemaAfter(folder, migrations, release) }))
  const offences = orderOffences(folder, path, migrations)
  let running = seen
  for (const migration of migrations.slice(released + 1)) {
    const { name, declared } = migration
    const oldest = declared?.kind === 'contract' ? running.findIndex(({ version }) => version === declared.since) : 0
    const since = oldest < 0 ? [] : running.slice(oldest)
    offences.push(...offencesOf(`${path}/${name}.sql`, migration, running, since))
    if (since.length > 0) running = since
  }
  return offences
}
