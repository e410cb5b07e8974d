import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import { computeConnectionsPerProcess, STANDBY_CONNECTIONS } from '#app/config/database-connections.ts'
import { type PreparedProcess, prepareProcess } from '#app/process/run-process.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { openSecrets } from '#platform/security/secrets.ts'
import { createTestDatabase } from '#testing/database/database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-stands-'))
let database: Database

beforeAll(async () => {
  database = await createTestDatabase(1)
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const lines: string[] = []
const log = createJsonLog((line) => lines.push(line), systemClock.now)

async function prepareStandby(): Promise<PreparedProcess> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', PROCESSES: '2' })
  const name = (await database.row<{ name: string }>(sql`select current_database() as name`))?.name
  const connection = TestCluster.at(inject('cluster')).connection('app', name)
  return prepareProcess(config, { secrets: await openSecrets(config), log, connection })
}

/** Returns the number of events, of scheduled jobs, and of other connections to the database. */
const readState = () =>
  database.row<{ events: number; crons: number; connections: number }>(sql`
    select (select count(*)::int from events) as events, (select count(*)::int from jobs.schedule) as crons,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend') as connections`)

describe('standby process', () => {
  it('handles no event and schedules no job before answer() is called', async () => {
    const now = systemClock.now()
    await database.rows(sql`
      insert into events (id, type, data, happened_at, due_at)
      values (${newId(now)}, 'pet-invite-closed', ${`{"inviteId": "${newId(now)}"}`},
        ${now.toISOString()}, ${now.toISOString()})`)
    const { answer, close } = await prepareStandby()
    const before = await readState()
    expect([before?.events, before?.crons]).toEqual([1, 0])
    expect(before?.connections).toBeLessThanOrEqual(STANDBY_CONNECTIONS)
    await answer()
    expect((await readState())?.crons).toBeGreaterThan(5)
    await expect.poll(async () => (await readState())?.events, { timeout: 5_000 }).toBe(0)
    const { requests, background, bounded } = computeConnectionsPerProcess(2)
    expect((await readState())?.connections).toBeLessThanOrEqual(requests + background + bounded + 1)
    await close()
    await expect.poll(async () => (await readState())?.connections, { timeout: 5_000 }).toBe(0)
  })

  it('leaves no open connection and no error when closed before or during answer()', async () => {
    await (await prepareStandby()).close()
    const { answer, close } = await prepareStandby()
    const ended = await Promise.allSettled([answer(), close()])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    await expect.poll(async () => (await readState())?.connections, { timeout: 5_000 }).toBe(0)
    expect(lines.filter((line) => line.includes('error'))).toEqual([])
  })
})
