import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import type { Connection } from './db.ts'
import { JOBS_SCHEMA, jobsSchemaSql } from './jobs.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))

// Any number that nothing else in this database locks.
const LOCK = 7_298_631

/**
 * Brings the schema up to date as its owner and grants the runtime role its rows, not the tables.
 * Instances that start together wait for each other: one migrates, the rest find nothing to do.
 */
export async function migrate(owner: Connection, runtimeRole: string | undefined): Promise<void> {
  const settings = { max: 1, onnotice: () => {} }
  const sql = typeof owner === 'string' ? postgres(owner, settings) : postgres({ ...owner, ...settings })
  try {
    await sql`select pg_advisory_lock(${LOCK})`
    await runMigrations(drizzle(sql), { migrationsFolder: folder })
    const [jobs] = await sql`select 1 from information_schema.schemata where schema_name = ${JOBS_SCHEMA}`
    if (!jobs) await sql.unsafe(jobsSchemaSql())
    if (runtimeRole) await grant(sql, runtimeRole)
  } finally {
    await sql.end()
  }
}

async function grant(sql: postgres.Sql, role: string) {
  for (const schema of ['public', JOBS_SCHEMA]) {
    const names = [sql(schema), sql(role)] as const
    await sql`grant usage on schema ${names[0]} to ${names[1]}`
    await sql`grant select, insert, update, delete on all tables in schema ${names[0]} to ${names[1]}`
    await sql`grant usage, select on all sequences in schema ${names[0]} to ${names[1]}`
    await sql`grant execute on all functions in schema ${names[0]} to ${names[1]}`
  }
}
