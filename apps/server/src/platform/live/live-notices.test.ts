import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/db.ts'
import { createTestDatabase } from '#testing/database/database.ts'
import { analyzeTables, countPlanRows } from '#testing/database/query-plans.ts'
import {
  insertNotice,
  newNoticesSql,
  replayNoticesSql,
  selectNewNotices,
  selectReplayNotices,
  selectStartPosition,
  sweepLiveNotices,
  transactionOf,
} from './live-notices.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.rows(sql`delete from live_notices`))

const count = async () => (await database.row<{ n: number }>(sql`select count(*)::int as n from live_notices`))?.n

/** Inserts `n` notices, each in its own transaction. */
const rows = (n: number, from = 1_000_000) =>
  database.rows(sql`
    insert into live_notices (transaction, horizon, notice)
    select n::text::xid8, n::text::xid8, '{}' from generate_series(${from}::int, ${from + n - 1}::int) n`)

describe('live message outbox', () => {
  it('deletes notices after a day or above a maximum number, and temporary notices when they expire', async () => {
    await rows(12_000)
    await database.rows(sql`update live_notices set at = now() - interval '25 hours'`)
    await rows(7, 2_000_000)
    await insertNotice(database, { topic: 'x', data: {}, holdsSeconds: 600 }, { notify: false })
    await sweepLiveNotices(database)
    expect(await count()).toBe(8)
    await database.rows(sql`update live_notices set holds_until = now() where holds_until is not null`)
    await sweepLiveNotices(database)
    expect(await count()).toBe(7)
    await sweepLiveNotices(database, 3)
    expect(await count()).toBe(3)
  })

  it('returns undefined for a position older than ten minutes if newer notices exist', async () => {
    await database.rows(sql`
      insert into live_notices (transaction, horizon, notice, at) values
        ('1000', '1000', '{}', now() - interval '13 minutes'), ('1002', '1001', '{}', now() - interval '12 minutes')`)
    const last = await database.row<{ id: string }>(sql`
      select concat(id, '.', transaction) as id from live_notices where transaction = '1002'`)
    const since = () => selectReplayNotices(database, last?.id ?? '', 200)
    expect((await since())?.map(({ id }) => id)).toEqual([last?.id])
    // The notice's transaction was open when the last notice was written. It committed later.
    await rows(1, 1_001)
    expect(await since()).toBeUndefined()
    await database.rows(sql`update live_notices set at = now() - interval '9 minutes' where transaction = '1002'`)
    expect(await since()).toHaveLength(2)
  })

  it('starts at the highest transaction in numeric order (10001 after 9999), not in text order', async () => {
    await rows(1, 9_999)
    await rows(1, 10_001)
    const { newest, place } = await selectStartPosition(database)
    expect([place.newest, newest?.split('.')[1]]).toEqual(['10001', '10001'])
  })

  it('returns a notice once if its transaction is newer than the position or was open at the position', async () => {
    await database.rows(sql`
      insert into live_notices (transaction, horizon, notice) overriding system value
      select n::text::xid8, '990', '{}' from unnest(array[990, 993, 995, 1000, 1003]) n`)
    const found = await selectNewNotices(database, { newest: '1000', open: ['990', '995', '1002'] })
    // The position does not list transaction 993 as open, so it had ended without a notice.
    expect(found?.notices.map(({ id }) => transactionOf(id))).toEqual(['990', '995', '1003'])
    expect(found?.place.newest).toBe('1003')
    const again = await selectNewNotices(database, found?.place ?? { newest: '0', open: [] })
    expect(again?.notices).toEqual([])
  })

  it('returns notices in the order of their ids, even if an older transaction wrote last', async () => {
    const place = (await selectStartPosition(database)).place
    await database.transaction(async (db) => {
      await db.rows(sql`select pg_current_xact_id()`)
      await insertNotice(database, { topic: 'first' }, { notify: false })
      await insertNotice(db, { topic: 'second' }, { notify: false })
    })
    const found = await selectNewNotices(database, place)
    expect(found?.notices.map(({ notice }) => notice.topic)).toEqual(['first', 'second'])
  })

  it('returns undefined for more than 1,000 new notices', async () => {
    await rows(1_000)
    expect((await selectNewNotices(database, { newest: '0', open: [] }))?.notices).toHaveLength(1_000)
    await rows(1, 2_000_000)
    expect(await selectNewNotices(database, { newest: '0', open: [] })).toBeUndefined()
  })

  it('reads no rows when no notice is new', async () => {
    await rows(20_000)
    await analyzeTables(database)
    const selectNew = () => selectNewNotices(database, { newest: '1019999', open: ['999', '1019998'] })
    expect((await selectNew())?.notices).toHaveLength(1)
    const worked = await countPlanRows(database, 'live_notices', (db) =>
      db.rows(newNoticesSql({ newest: '1019999', open: '{999}' })),
    )
    expect(worked).toEqual({ read: 0, sorted: 0, isScanned: false })
  })

  it('uses an index even if its statement was prepared while the table was empty', async () => {
    const fresh = await createTestDatabase(1)
    const place = { newest: '1019999', open: ['999'] }
    for (let n = 0; n < 10; n++) await selectNewNotices(fresh, place)
    await fresh.rows(sql`
      insert into live_notices (transaction, horizon, notice)
      select n::text::xid8, n::text::xid8, '{}' from generate_series(1000000, 1019999) n`)
    const scanned = async () => {
      await fresh.rows(sql`select pg_stat_force_next_flush()`)
      return (
        await fresh.row<{ n: number }>(sql`
          select seq_tup_read::int as n from pg_stat_user_tables where relname = 'live_notices'`)
      )?.n
    }
    const before = await scanned()
    for (let n = 0; n < 10; n++) await selectNewNotices(fresh, place)
    expect(await scanned()).toBe(before)
    await fresh.close()
  })

  it('reads the notices since a position through the primary key and stops at the limit', async () => {
    await rows(20_000)
    await analyzeTables(database)
    const first = await database.row<{ id: string }>(sql`
      select concat(id, '.', transaction) as id from live_notices order by transaction, id limit 1`)
    const since = [first?.id ?? '', 200] as const
    expect(await selectReplayNotices(database, ...since)).toBeUndefined()
    const plan = await database.rows<{ 'QUERY PLAN': string }>(sql`
      explain (analyze, costs off, timing off) ${replayNoticesSql(...since)}`)
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(text.match(/Index Scan using live_notices_transaction_id_pk/g)).toHaveLength(3)
    expect(text).toContain('rows=201')
    expect(text).not.toContain('Seq Scan')
  })
})
