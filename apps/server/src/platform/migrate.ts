import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { type Connection, newClient } from './connection-pool.ts'
import { JOBS_SCHEMA, jobsSchemaSql } from './jobs.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))

// Any number that nothing else in this database locks.
const LOCK = 7_298_631

/**
 * Brings the schema up to date as its owner and grants the runtime role its rows, not the tables.
 * Instances that start together wait for each other: one migrates, the rest find nothing to do.
 */
export async function migrate(owner: Connection, runtimeRole: string | undefined): Promise<void> {
  const client = newClient(owner)
  client.on('error', () => {}) // the statement under way says it as well
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await runMigrations(drizzle(client), { migrationsFolder: folder })
    const jobs = await client.query('select 1 from information_schema.schemata where schema_name = $1', [JOBS_SCHEMA])
    if (jobs.rows.length === 0) await client.query(jobsSchemaSql())
    if (runtimeRole && (await lacksRights(client, runtimeRole))) await grant(client, runtimeRole)
  } finally {
    await client.end()
  }
}

const SCHEMAS = ['public', JOBS_SCHEMA]

/** Granting what is granted already writes all the same, which a full disk refuses: then nothing would start again. */
async function lacksRights(client: pg.Client, role: string): Promise<boolean> {
  const found = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($2) and (
       not has_schema_privilege($1, n.oid, 'usage')
       or c.relkind in ('r', 'p', 'v', 'm') and not (has_table_privilege($1, c.oid, 'select')
         and has_table_privilege($1, c.oid, 'insert') and has_table_privilege($1, c.oid, 'update')
         and has_table_privilege($1, c.oid, 'delete'))
       or c.relkind = 'S' and not (has_sequence_privilege($1, c.oid, 'usage')
         and has_sequence_privilege($1, c.oid, 'select')))
     union all
     select 1 from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = any($2) and not has_function_privilege($1, p.oid, 'execute')
     limit 1`,
    [role, SCHEMAS],
  )
  return found.rows.length > 0
}

async function grant(client: pg.Client, name: string) {
  const role = client.escapeIdentifier(name)
  for (const schema of SCHEMAS.map((one) => client.escapeIdentifier(one))) {
    await client.query(`grant usage on schema ${schema} to ${role}`)
    await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
    await client.query(`grant usage, select on all sequences in schema ${schema} to ${role}`)
    await client.query(`grant execute on all functions in schema ${schema} to ${role}`)
  }
}
