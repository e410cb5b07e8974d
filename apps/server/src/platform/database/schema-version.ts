import type pg from 'pg'
import { releaseName } from '#platform/process/release.ts'
import { BadConfig } from '#platform/settings.ts'
import { withDedicatedClient } from './connection-pool.ts'
import type { Connection } from './db.ts'
import { migrationsFolder, readMigrations, readMinimumReleases } from './migration-files.ts'

/** The schema is from a later, incompatible release. `message` is one line for the operator. */
export class SchemaTooNew extends Error {
  readonly code = 'NEWER_DATA'
  constructor(where: string, steps: number, newer: string | undefined) {
    const ahead = `${steps} migration${steps === 1 ? '' : 's'} ahead`
    const releases = newer === undefined ? `this is ${releaseName}` : `it is from ${newer}, and this is ${releaseName}`
    super(
      `${where} was used by a newer release of Pawtrait (${ahead}): ${releases}. ` +
        'Start that release, or restore a backup that this release can read.',
    )
  }
}

/** The schema lacks migrations of this release. Thrown by read-only commands, which run no migrations. */
export class SchemaTooOld extends Error {
  readonly code = 'OLDER_DATA'
  constructor(where: string, older: string | undefined) {
    super(
      `${where} has the schema of an older release of Pawtrait (${older ?? 'its name is unknown'}; this is ` +
        `${releaseName}). This command does not update it: start this release first.`,
    )
  }
}

/**
 * State of a schema. `newest` is the `when` of the newest applied migration, or 0. `ahead` counts applied migrations
 * that this program does not know. If `isTooNew`, one of the unknown migrations is incompatible with this program.
 */
export type SchemaState = { newest: number; ahead: number; isTooNew: boolean }

const RELEASES = 'drizzle.releases'

async function selectReleaseName(client: pg.ClientBase): Promise<string | undefined> {
  const existing = await client.query(`select 1 where to_regclass('${RELEASES}') is not null`)
  if (existing.rows.length === 0) return undefined
  const found = await client.query<{ name: string }>(`
    select name from ${RELEASES} where migration = (select max(created_at) from drizzle.__drizzle_migrations)`)
  return found.rows[0]?.name
}

/** Stores this release with its newest migration, unless that migration already has a release. */
export async function recordRelease(client: pg.ClientBase, folder = migrationsFolder): Promise<void> {
  const { newest } = await readSchemaState(client, readNewestKnownMigration(folder))
  // Writes only if the row is missing, because on a full disk a write would fail and prevent the start.
  if (newest !== readNewestKnownMigration(folder) || (await selectReleaseName(client)) !== undefined) return
  await client.query(`create table if not exists ${RELEASES} (migration bigint primary key, name text not null)`)
  await client.query(`insert into ${RELEASES} values ($1, $2)`, [newest, releaseName])
}

export function readNewestKnownMigration(folder = migrationsFolder): number {
  return Math.max(...readMigrations(folder).map(({ when }) => when))
}

/** Reads the state of the schema. `known` is the newest migration that this program knows. */
export async function readSchemaState(client: pg.ClientBase, known = readNewestKnownMigration()): Promise<SchemaState> {
  const existing = await client.query<{ migrated: boolean; judged: boolean }>(`
    select to_regclass('drizzle.__drizzle_migrations') is not null as migrated,
      to_regclass('drizzle.floors') is not null as judged`)
  const { migrated, judged } = existing.rows[0] ?? {}
  if (!migrated) return { newest: 0, ahead: 0, isTooNew: false }
  // A migration without a row in `floors` counts as incompatible. The process that ran it was killed before it wrote
  // the row, or the release had no `floors` table yet.
  const found = await client.query<{ newest: string; ahead: number; isTooNew: boolean }>(
    `select coalesce(max(created_at), 0)::text as newest,
       count(*) filter (where created_at > $1::bigint)::int as ahead,
       coalesce(bool_or(coalesce(floor, created_at) > $1::bigint) filter (where created_at > $1::bigint), false)
         as "isTooNew"
     from drizzle.__drizzle_migrations
       left join ${judged ? 'drizzle.floors' : '(select null::bigint as migration, null::bigint as floor)'} f
       on f.migration = created_at`,
    [known],
  )
  const { newest = '0', ahead = 0, isTooNew = false } = found.rows[0] ?? {}
  return { newest: Number(newest), ahead, isTooNew }
}

/** Refuses an incompatible schema: an older program could write values with another meaning. @throws SchemaTooNew */
export async function refuseNewerSchema(client: pg.ClientBase, where: string, folder = migrationsFolder) {
  const { ahead, isTooNew } = await readSchemaState(client, readNewestKnownMigration(folder))
  if (isTooNew) throw new SchemaTooNew(where, ahead, await selectReleaseName(client))
}

const emptyDatabaseError = (where: string) =>
  new BadConfig(`${where} contains no instance: it has no tables. Start the app first.`)

/** Refuses a database without tables. @throws BadConfig naming `where` */
export async function refuseEmptyDatabase(owner: Connection, where: string): Promise<void> {
  if ((await readSchemaStateAsOwner(owner)).newest === 0) throw emptyDatabaseError(where)
}

/**
 * Refuses schemas that a read-only command cannot use.
 * @throws SchemaTooNew, SchemaTooOld; BadConfig if the database has no tables
 */
export const refuseOtherSchema = (owner: Connection, where: string): Promise<void> =>
  withDedicatedClient(owner, async (client) => {
    const { newest, ahead, isTooNew } = await readSchemaState(client)
    if (newest === 0) throw emptyDatabaseError(where)
    if (isTooNew) throw new SchemaTooNew(where, ahead, await selectReleaseName(client))
    if (newest < readNewestKnownMigration()) throw new SchemaTooOld(where, await selectReleaseName(client))
  })

/** Records which older releases can run with the applied migrations. */
export async function recordMinimumReleases(client: pg.ClientBase, folder = migrationsFolder): Promise<void> {
  // Writes only missing rows, because on a full disk a write would fail and prevent the start.
  const existing = await client.query(`select 1 where to_regclass('drizzle.floors') is not null`)
  if (existing.rows.length === 0)
    await client.query('create table drizzle.floors (migration bigint primary key, floor bigint not null)')
  const unrecorded = await client.query<{ when: string }>(`
    select created_at::text as when from drizzle.__drizzle_migrations
    where not exists (select 1 from drizzle.floors where migration = created_at)`)
  if (unrecorded.rows.length === 0) return
  const floors = readMinimumReleases(folder)
  const known = unrecorded.rows.map(({ when }) => Number(when)).filter((when) => floors.has(when))
  await client.query('insert into drizzle.floors select * from unnest($1::bigint[], $2::bigint[])', [
    known,
    known.map((when) => floors.get(when)),
  ])
}

export const readSchemaStateAsOwner = (owner: Connection): Promise<SchemaState> =>
  withDedicatedClient(owner, (client) => readSchemaState(client))
