import { sql } from 'drizzle-orm'
import { type Connection, connect } from '#platform/database/db.ts'
import type { Finding } from '#platform/finding.ts'

type Row = { standby: boolean; follows: boolean; system: string; lateSeconds: number }

const selectRow = sql`
  select pg_is_in_recovery() as standby, exists (select from pg_stat_wal_receiver where pid is not null) as follows,
    (select system_identifier::text from pg_control_system()) as system,
    case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0 else
      coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) end::float8 as "lateSeconds"`

const selectSystem = sql`select system_identifier::text as system from pg_control_system()`

function findReplicaFault(row: Row | undefined, system: string | undefined): string | undefined {
  if (!row) return 'gave no answer.'
  if (row.system !== system) return 'belongs to another cluster than DATABASE_URL: requests do not read from it.'
  if (!row.standby) return 'is not a standby, or no longer one: requests do not read from it.'
  if (!row.follows) return 'receives nothing from its primary: check its primary_conninfo and its log.'
  return row.lateSeconds > 1
    ? `is ${row.lateSeconds.toFixed(0)} s behind: requests read from it only below one second.`
    : undefined
}

async function examineReplica(url: string, number: number, system: string | undefined): Promise<Finding> {
  const what = 'replicas'
  const database = connect(url, { max: 1 })
  try {
    const fault = findReplicaFault(await database.row<Row>(selectRow), system)
    return { what, ok: !fault, says: `replica ${number} ${fault ?? 'follows, and is less than a second behind.'}` }
  } catch (error) {
    return { what, ok: false, says: `replica ${number}: ${error instanceof Error ? error.message : 'no answer'}` }
  } finally {
    await database.close()
  }
}

/** Checks every read replica. Findings contain no URLs, because a URL may include a password. */
export async function examineReplicas(primary: Connection, urls: readonly string[]): Promise<Finding[]> {
  if (urls.length === 0) return []
  const database = connect(primary, { max: 1 })
  try {
    const found = await database.row<{ system: string }>(selectSystem)
    return await Promise.all(urls.map((url, at) => examineReplica(url, at + 1, found?.system)))
  } finally {
    await database.close()
  }
}
