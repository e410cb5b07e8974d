import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Migration,
  type Release,
  readMigrations,
  readReleases,
} from '../../apps/server/src/platform/database/migration-files.ts'
import { classifyStatement, type KnownSchema, type StatementEffect } from './classify-statement.ts'
import type { Offence } from './source-files.ts'
import { type Statement, splitStatements } from './statements.ts'

const recipe = 'docs/recipes/change-the-schema.md'

/** A statement that affects an earlier release, which may still run after the migration. */
export type BreakingStatement = Statement & StatementEffect

type Snapshot = {
  tables: Record<string, { name: string; columns: object; indexes: object }>
}

/** Returns the schema of a release, from the snapshot of its newest migration. */
export function readSchemaAfter(
  folder: string,
  migrations: readonly Migration[],
  release: Omit<Release, 'version'>,
): KnownSchema {
  const last = migrations.findIndex(({ name }) => name === release.migration)
  const path = join(folder, 'meta', `${release.migration.split('_')[0]}_snapshot.json`)
  const tables = Object.values((JSON.parse(readFileSync(path, 'utf8')) as Snapshot).tables)
  const functions = migrations.slice(0, last + 1).flatMap(({ sql }) => findCreatedFunctions(sql))
  return {
    tables: new Map(tables.map(({ name, columns }) => [name, new Set(Object.keys(columns))])),
    indexes: new Set(tables.flatMap(({ indexes }) => Object.keys(indexes))),
    functions: new Set(functions),
    called: new Set(release.functions),
  }
}

/** Returns the names of the functions that a migration creates. */
export function findCreatedFunctions(sql: string): string[] {
  return [...sql.matchAll(/^create (?:or replace )?function "?(\w+)/gim)].map(([, name = '']) => name.toLowerCase())
}

/** Returns the statements of a migration that affect a release with this schema. */
export function findBreakingStatements(sql: string, known: KnownSchema): BreakingStatement[] {
  return splitStatements(sql).flatMap((statement) => {
    const found = classifyStatement(statement.text, known)
    return found ? [{ ...statement, ...found }] : []
  })
}

type Seen = Release & { known: KnownSchema }

const short = (text: string) => (text.length > 70 ? `${text.slice(0, 70)}…` : text)

/**
 * Finds offences of one migration. `running`: releases that may still run when the migration is applied. `since`:
 * releases that must no longer use what the migration removes.
 */
function offencesOf(path: string, { sql, declared }: Migration, running: Seen[], since: Seen[]): Offence[] {
  const createOffence = (line: number, rule: string): Offence => ({ path, line, rule: `${rule} ${recipe}` })
  if (declared?.kind === 'contract') {
    if (since.length === 0)
      return [createOffence(1, `The migration contracts since ${declared.since}, which is not a supported release.`)]
    return since.flatMap(({ version, known }) =>
      findBreakingStatements(sql, known)
        .filter(({ gone }) => gone.length > 0)
        .map(({ line, gone }) => createOffence(line, `Release ${version} still uses ${gone.join(', ')}.`)),
    )
  }
  const offences = new Map<number, Offence>()
  for (const { version, known } of running)
    for (const { line, text, gone } of findBreakingStatements(sql, known)) {
      const rule = `"${short(text)}" may break release ${version}: if it does not, give the reason in the first line.`
      if (gone.length > 0)
        offences.set(
          line,
          createOffence(line, `Removes ${gone.join(', ')}, which ${version} uses: add "-- contract since …".`),
        )
      else if (!declared && !offences.has(line)) offences.set(line, createOffence(line, rule))
    }
  return [...offences.values()]
}

/**
 * Finds unused schema snapshots, and migrations that would never run because they are out of order or not in the
 * journal.
 */
function findOrderOffences(folder: string, path: string, migrations: readonly Migration[]): Offence[] {
  const listed = new Set(migrations.map(({ name }) => `${name}.sql`))
  const unused = findUnusedSnapshots(readdirSync(join(folder, 'meta')), migrations, readReleases(folder))
  const unlisted = readdirSync(folder).filter((file) => file.endsWith('.sql') && !listed.has(file))
  const early = migrations.filter(({ when }, i) => when <= (migrations[i - 1]?.when ?? 0))
  return [
    ...unlisted.map((file) => ({
      path: `${path}/${file}`,
      line: 1,
      rule: 'The journal does not contain this migration.',
    })),
    ...unused.map((file) => ({
      path: `${path}/meta/${file}`,
      line: 1,
      rule: 'Unused snapshot: generate with `npm run migration`, which deletes it.',
    })),
    ...early.map(({ name }) => ({
      path: `${path}/${name}.sql`,
      line: 1,
      rule: 'The migration is older than the one before it, so it would never run.',
    })),
  ]
}

/**
 * Returns the schema snapshots that can be deleted. drizzle-kit compares the newest snapshot with `tables.ts`, and the
 * checks in this file need the snapshots of releases. `files`: file names in the `meta` folder.
 */
export function findUnusedSnapshots(
  files: readonly string[],
  migrations: readonly Migration[],
  releases: readonly Release[],
): string[] {
  const used = [...releases.map(({ migration }) => migration), migrations.at(-1)?.name ?? '']
  const usedFiles = new Set(used.map((name) => `${name.split('_')[0]}_snapshot.json`))
  return files.filter((file) => file.endsWith('_snapshot.json') && !usedFiles.has(file))
}

/**
 * Checks the migrations since the last release. A migration must declare statements that break the last release. It
 * must not remove tables, columns or functions that a supported release uses.
 */
export function findMigrationOffences(root: string, version: string): Offence[] {
  const path = 'apps/server/migrations'
  const folder = join(root, path)
  const migrations = readMigrations(folder)
  const releases = readReleases(folder)
  const last = releases.at(-1)
  const released = migrations.findIndex(({ name }) => name === last?.migration)
  if (released < 0 || last?.version !== version)
    return [
      {
        path: `${path}/releases.json`,
        line: 1,
        rule: `The last release of the file must be ${version}: run node tools/note-release.ts.`,
      },
    ]
  const seen = releases.map((release) => ({ ...release, known: readSchemaAfter(folder, migrations, release) }))
  const offences = findOrderOffences(folder, path, migrations)
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
