import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, it } from 'vitest'
import type { Database } from '#platform/database/db.ts'
import { killChild, startChild, waitForExit } from '#testing/child-process.ts'
import { createTestDatabase, openSecondConnection } from '#testing/database/database.ts'
import { controlTables } from './ledger-control.ts'
import { insertEvents } from './ledger-fixture.ts'

const KILLS = Number(process.env.KILLS ?? '6') // `npm run drill P02` sets 25
const worker = fileURLToPath(new URL('ledger-worker.ts', import.meta.url))

/** Starts the worker and resolves when it reports ready. */
async function startWorker(connection: string, code: string): Promise<ChildProcess> {
  const child = startChild(worker, connection, code)
  await once(child.stdout, 'data')
  return child
}

/** Kills the worker `kills` times, then lets it finish. Returns the number of open events before the last run. */
async function runUnderKills(database: Database, code: 'settle' | 'control', kills: number): Promise<number> {
  const currentDatabase = await database.row<{ name: string }>(sql`select current_database() as name`)
  const connection = JSON.stringify(TestCluster.at(inject('cluster')).connection('app', currentDatabase?.name))
  for (let kill = 1; kill <= kills; kill++) {
    const [child] = await Promise.all([startWorker(connection, code), sleep(250 + Math.random() * 350)])
    // Waits a random time after the worker is ready, because the kill must interrupt its work.
    await sleep(10 + Math.random() * 60)
    await killChild(child)
  }
  const openEvents = await waiting(database)
  const last = await startWorker(connection, code)
  await waitForExit(last)
  expect(last.exitCode).toBe(0)
  return openEvents
}

const count = async (database: Database, rows: ReturnType<typeof sql>) =>
  (await database.row<{ n: number }>(sql`select count(*)::int as n from ${rows}`))?.n

const waiting = async (database: Database) =>
  (await count(database, sql`provider_events where processed_at is null`)) ?? 0

/** Returns how many pairs of Premium periods of the same user overlap. */
const overlaps = (database: Database, table: 'plan_periods' | 'control_periods') =>
  count(
    database,
    sql`${sql.raw(table)} a join ${sql.raw(table)} b
      on a.user_id = b.user_id and a.ctid < b.ctid and a.during && b.during`,
  )

describe('ledger under SIGKILL', () => {
  it('loses no payment, applies no payment twice, and numbers receipts without a gap', async () => {
    const database = await createTestDatabase()
    try {
      expect((await insertEvents(database, new Date())).events).toBe(1240)
      expect(await runUnderKills(database, 'settle', KILLS)).toBeGreaterThan(0)
      const dispositions = await database.rows(sql`
        select disposition, count(*)::int as n from payments group by 1 order by 1`)
      expect(dispositions).toEqual([
        { disposition: 'applied', n: 360 },
        { disposition: 'duplicate', n: 40 },
        { disposition: 'mismatch', n: 40 },
      ])
      expect(await count(database, sql`plan_periods`)).toBe(360)
      expect(await count(database, sql`orders where state = 'fulfilled'`)).toBe(360)
      const numbers = await database.rows<{ no: number }>(sql`select no from receipts order by no`)
      expect(numbers.map(({ no }) => no)).toEqual(Array.from({ length: 360 }, (_, n) => n + 1))
      expect(await count(database, sql`fiscal_documents d join receipts r on r.id = d.id`)).toBe(360)
      expect(await count(database, sql`refunds`)).toBe(80)
      expect(await overlaps(database, 'plan_periods')).toBe(0)
      expect(await waiting(database)).toBe(0)
    } finally {
      await database.close()
    }
  }, 180_000)

  it('has wrong counts with naive code and tables without constraints (control experiment)', async () => {
    const database = await createTestDatabase()
    const owner = await openSecondConnection(database, 'owner')
    try {
      await insertEvents(database, new Date())
      for (const table of controlTables) await owner.rows(table)
      await owner.rows(sql`grant all on all tables in schema public to public`)
      await runUnderKills(database, 'control', Math.ceil(KILLS / 3))
      const figures = {
        payments: await count(database, sql`control_payments`),
        periods: await count(database, sql`control_periods`),
        receipts: await count(database, sql`(select distinct no from control_receipts) numbers`),
        highest: (await database.row<{ no: number }>(sql`select max(no) as no from control_receipts`))?.no,
        overlaps: await overlaps(database, 'control_periods'),
      }
      // The counts of the naive code differ between runs, but never all match those of the real ledger.
      expect(figures).not.toEqual({ payments: 440, periods: 360, receipts: 360, highest: 360, overlaps: 0 })
    } finally {
      await owner.close()
      await database.close()
    }
  }, 180_000)
})
