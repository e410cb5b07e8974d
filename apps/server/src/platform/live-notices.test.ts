import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownDatabase } from '#testing/database.ts'
import { analyzeTables } from '#testing/plans.ts'
import type { Database } from './db.ts'
import { insertNotice, noticesSince, selectNoticesSince, sweepLiveNotices } from './live-notices.ts'

let database: Database
beforeAll(async () => {
  database = await ownDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.rows(sql`delete from live_notices`))

const count = async () => (await database.row<{ n: number }>(sql`select count(*)::int as n from live_notices`))?.n

/** Each of its own transaction, as most are. */
const rows = (n: number, from = 1_000_000) =>
  database.rows(sql`
    insert into live_notices (transaction, horizon, notice)
    select n::text::xid8, n::text::xid8, '{}' from generate_series(${from}::int, ${from + n - 1}::int) n`)

describe('the outbox of live messages', () => {
  it('keeps a day, of that so many, and of what holds for a while no more than that', async () => {
    await rows(12_000)
    await database.rows(sql`update live_notices set at = now() - interval '25 hours'`)
    await rows(7, 2_000_000)
    await insertNotice(database, { topic: 'x', data: {}, holdsSeconds: 600 })
    await sweepLiveNotices(database)
    expect(await count()).toBe(8)
    await database.rows(sql`update live_notices set holds_until = now() where holds_until is not null`)
    await sweepLiveNotices(database)
    expect(await count()).toBe(7)
    await sweepLiveNotices(database, 3)
    expect(await count()).toBe(3)
  })

  it('tells who was away for long nothing, unless nothing can have come since', async () => {
    await database.rows(sql`
      insert into live_notices (transaction, horizon, notice, at) values
        ('1000', '1000', '{}', now() - interval '13 minutes'), ('1002', '1001', '{}', now() - interval '12 minutes')`)
    const last = await database.row<{ id: string }>(sql`
      select concat(id, '.', transaction) as id from live_notices where transaction = '1002'`)
    const since = () => selectNoticesSince(database, last?.id ?? '', { most: 200, held: false })
    expect((await since())?.map(({ id }) => id)).toEqual([last?.id])
    // Open when the last one was written, and committed after it.
    await rows(1, 1_001)
    expect(await since()).toBeUndefined()
    await database.rows(sql`update live_notices set at = now() - interval '9 minutes' where transaction = '1002'`)
    expect(await since()).toHaveLength(2)
  })

  it('is read by the order of transactions, and no further than is asked for', async () => {
    await rows(20_000)
    await analyzeTables(database)
    const first = await database.row<{ id: string }>(sql`
      select concat(id, '.', transaction) as id from live_notices order by transaction, id limit 1`)
    const since = [first?.id ?? '', { most: 200, held: false }] as const
    expect(await selectNoticesSince(database, ...since)).toBeUndefined()
    const plan = await database.rows<{ 'QUERY PLAN': string }>(sql`
      explain (analyze, costs off, timing off) ${noticesSince(...since)}`)
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(text.match(/Index Scan using live_notices_transaction_id_pk/g)).toHaveLength(3)
    expect(text).toContain('rows=201')
    expect(text).not.toContain('Seq Scan')
  })
})
