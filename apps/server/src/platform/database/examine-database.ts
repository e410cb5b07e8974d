import { sql } from 'drizzle-orm'
import type { Finding } from '#platform/finding.ts'
import { type Connection, connect } from './db.ts'
import { LETTER_CASE_CHECK_SQL, letterCaseHint } from './letter-case.ts'
import { readNewestKnownMigration, readSchemaStateAsOwner } from './schema-version.ts'

// The oldest PostgreSQL version that supports the SQL of this app.
const OLDEST_VERSION = 150_000
// Accepted clock difference between app and database. A larger one breaks sessions and codes. NTP prevents it.
const CLOCK_SECONDS = 2

type Row = {
  version: number
  name: string
  now: string
  max: number
  reserved: number
  all: number
  ours: number
  knowsCase: boolean
}

const selectServer = sql`
  select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
    clock_timestamp() as now, current_setting('max_connections')::int as max,
    current_setting('superuser_reserved_connections')::int as reserved,
    ${sql.raw(LETTER_CASE_CHECK_SQL)} as "knowsCase",
    (select sum(numbackends)::int from pg_stat_database) as all,
    (select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'pawtrait') as ours`

async function examineSchema(owner: Connection): Promise<Finding> {
  const what = 'schema'
  const { newest, ahead, isTooNew } = await readSchemaStateAsOwner(owner)
  if (isTooNew)
    return {
      what,
      ok: false,
      says: 'is from a newer release: start that release, or restore a backup that this release can read.',
    }
  if (ahead > 0)
    return {
      what,
      ok: true,
      says: 'is from a newer release, but this release can run with it: upgrade the app when you can.',
    }
  if (newest < readNewestKnownMigration())
    return { what, ok: false, says: 'is from an older release: start this release, which updates it.' }
  return { what, ok: true, says: 'is from this release.' }
}

/** Checks the database server. `needed` is the maximum number of connections of all processes. */
function examineServer(row: Row, needed: number, now: Date): Finding[] {
  const available = row.max - row.reserved - Math.max(0, row.all - row.ours)
  const offSeconds = Math.abs(Date.parse(row.now) - now.getTime()) / 1000
  const isSupported = row.version >= OLDEST_VERSION
  return [
    {
      what: 'database',
      ok: isSupported,
      says: `answers, PostgreSQL ${row.name}${isSupported ? '.' : ': upgrade it to 15 or newer.'}`,
    },
    ...(row.knowsCase ? [] : [{ what: 'locale', ok: false, says: letterCaseHint }]),
    {
      what: 'connections',
      ok: available >= needed,
      says:
        available >= needed
          ? `the app needs at most ${needed}, and ${available} are available.`
          : `the app may need ${needed}, but ${available} are available: raise max_connections, or lower PROCESSES.`,
    },
    {
      what: 'clock',
      ok: offSeconds <= CLOCK_SECONDS,
      says:
        offSeconds <= CLOCK_SECONDS
          ? 'agrees with the clock of the database.'
          : `differs by ${offSeconds.toFixed(0)} s from the clock of the database: synchronise both with NTP.`,
    },
  ]
}

/** Checks the database server and its schema. Writes nothing. `owner` is a role that can read the migrations table. */
export async function examineDatabase(
  { app, owner }: { app: Connection; owner: Connection },
  needed: number,
  now: () => Date,
): Promise<Finding[]> {
  const database = connect(app, { max: 1 })
  try {
    const row = await database.row<Row>(selectServer)
    return [...(row ? examineServer(row, needed, now()) : []), await examineSchema(owner)]
  } finally {
    await database.close()
  }
}
