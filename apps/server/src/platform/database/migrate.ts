import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { JOBS_SCHEMA, jobsSchemaSql } from '#platform/jobs/jobs.ts'
import { analyzeRestoredTables } from './analyze-restored-tables.ts'
import { type Connection, withDedicatedClient } from './connection-pool.ts'
import { isDeadlock, isLockTimeout } from './db-errors.ts'
import { migrationsFolder as defaultFolder } from './migration-files.ts'
import { recordMinimumReleases, recordRelease, refuseNewerSchema } from './schema-version.ts'

const LOCK = 7_298_631

// Lock timeout. It is short, because later queries, even reads, queue behind a migration that waits for a lock.
const TABLE_LOCK_MS = 2_000
const PAUSE_MS = 1_000
// With 2 s per try and a pause of 1 s, all tries take five minutes. No request locks a table for longer.
const TRIES = 100

const isLockConflict = (error: unknown) =>
  [error, error instanceof Error && error.cause].some((cause) => isLockTimeout(cause) || isDeadlock(cause))

async function retryOnLockConflict(client: pg.Client, work: () => Promise<unknown>, lockMs: number) {
  for (let tries = 1; ; tries++)
    try {
      await client.query(`set lock_timeout = ${lockMs}`)
      return await work()
    } catch (error) {
      if (tries === TRIES || !isLockConflict(error)) throw error
      await sleep(PAUSE_MS)
    }
}

/**
 * Migrates the schema as its owner, and grants row access to the app's role. Concurrent calls run one after another. A
 * migration waits `lockMs` for a table lock, then gives up and retries, so other queries can run.
 * @throws SchemaTooNew, naming `where`, before any change, if an incompatible newer release has migrated the database
 */
export async function migrate(
  owner: Connection,
  runtimeRole: string | undefined,
  { where = 'The database', migrationsFolder = defaultFolder, lockMs = TABLE_LOCK_MS } = {},
): Promise<void> {
  await withDedicatedClient(owner, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await refuseNewerSchema(client, where, migrationsFolder)
    await retryOnLockConflict(client, () => runMigrations(drizzle(client), { migrationsFolder }), lockMs)
    await recordMinimumReleases(client, migrationsFolder)
    await recordRelease(client, migrationsFolder)
    const jobs = await client.query('select 1 from information_schema.schemata where schema_name = $1', [JOBS_SCHEMA])
    if (jobs.rows.length === 0) await client.query(jobsSchemaSql())
    if (runtimeRole && (await lacksPrivileges(client, runtimeRole))) await grant(client, runtimeRole)
    await analyzeRestoredTables(client)
  })
}

const SCHEMAS = ['public', JOBS_SCHEMA]

// SQL for whether a table has the comment 'append-only'. The app must not update or delete rows of such a table.
const isAppendOnly = `coalesce(obj_description(c.oid, 'pg_class') = 'append-only', false)`

/** Whether privileges are missing. Granting writes to disk, so needless grants would fail the start on a full disk. */
async function lacksPrivileges(client: pg.Client, role: string): Promise<boolean> {
  const missing = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($2) and (
       not has_schema_privilege($1, n.oid, 'usage')
       or c.relkind in ('r', 'p', 'v', 'm') and not (has_table_privilege($1, c.oid, 'select')
         and has_table_privilege($1, c.oid, 'insert')
         and has_table_privilege($1, c.oid, 'update') <> ${isAppendOnly}
         and has_table_privilege($1, c.oid, 'delete') <> ${isAppendOnly})
       or c.relkind = 'S' and not (has_sequence_privilege($1, c.oid, 'usage')
         and has_sequence_privilege($1, c.oid, 'select')))
     union all
     select 1 from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = any($2) and not has_function_privilege($1, p.oid, 'execute')
     limit 1`,
    [role, SCHEMAS],
  )
  return missing.rows.length > 0
}

async function grant(client: pg.Client, name: string) {
  const role = client.escapeIdentifier(name)
  const appendOnly = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c where c.relkind = 'r' and ${isAppendOnly}`,
  )
  // Uses one transaction. Otherwise the app could change append-only tables between the grants and the revokes.
  await client.query('begin')
  for (const schema of SCHEMAS.map((schema) => client.escapeIdentifier(schema))) {
    await client.query(`grant usage on schema ${schema} to ${role}`)
    await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
    await client.query(`grant usage, select on all sequences in schema ${schema} to ${role}`)
    await client.query(`grant execute on all functions in schema ${schema} to ${role}`)
  }
  for (const { table } of appendOnly.rows) await client.query(`revoke update, delete on ${table} from ${role}`)
  await client.query('commit')
}
