import { randomUUID } from 'node:crypto'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import type { PoolOptions } from '#platform/database/connection-pool.ts'
import { connect, type Database } from '#platform/database/db.ts'
import { backgroundLimits, requestLimits } from '#platform/database/time-limits.ts'

/** Returns a database for one test file, as a copy of the migrated template. `close` drops the copy. */
export async function createTestDatabase(max = 10, more: Omit<PoolOptions, 'max'> = {}): Promise<Database> {
  const cluster = TestCluster.at(inject('cluster'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await cluster.copyDatabase('template_pawtrait', name)
  // A longer statement timeout than in production, for busy machines. Tests of the timeout set their own value.
  const limits = { ...requestLimits, statementMs: 20_000 }
  const database = connect(cluster.connection('app', name), { max, limits, ...more })
  const close = async () => {
    await database.close()
    await cluster.dropDatabase(name)
  }
  return { ...database, close }
}

/** Opens another connection to the same database, as the role of the app or as the owner of the tables. */
export async function openSecondConnection(
  database: Database,
  role: 'owner' | 'app',
  more: Omit<PoolOptions, 'max'> = {},
): Promise<Database> {
  const current = await database.row<{ name: string }>(sql`select current_database() as name`)
  return connect(TestCluster.at(inject('cluster')).connection(role, current?.name), {
    max: 2,
    limits: backgroundLimits,
    ...more,
  })
}

/**
 * Updates the planner's statistics, as autovacuum does every minute. Without them, PostgreSQL plans queries as if the
 * tables were empty. Queries of new rows then take a hundred times as long.
 */
export async function analyzeDatabase(database: Database): Promise<void> {
  const owner = await openSecondConnection(database, 'owner')
  await owner.text('analyze')
  await owner.close()
}

/** Returns the number of connections to the database that wait for a lock. */
export async function countLockWaits({ deps }: { deps: { database: Database } }): Promise<number> {
  const found = await deps.database.row<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return found?.n ?? 0
}
