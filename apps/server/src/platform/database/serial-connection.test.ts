import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, openSecondConnection } from '#testing/database/database.ts'
import type { Database, Db } from './db.ts'
import { isDatabaseBusy, isDatabaseUnavailable } from './db-errors.ts'

const limits = { statementMs: 300, lockMs: 150, idleInTransactionMs: 200 }
let deadlocks = 0
let database: Database
let other: Database
beforeAll(async () => {
  database = await createTestDatabase(2, { limits, onDeadlock: () => deadlocks++ })
  other = await openSecondConnection(database, 'owner')
  await other.rows(sql`create table notes (id int primary key, body text)`)
  await other.rows(sql`grant all on notes to pawtrait_app`)
  await other.rows(sql`insert into notes values (1, ''), (2, '')`)
})
afterAll(async () => {
  await database.close()
  await other.close()
})

const pidOf = async (db: Db) => (await db.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid
const bodies = async () =>
  (await other.rows<{ body: string }>(sql`select body from notes order by id`)).map(({ body }) => body)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('Database with time limits', () => {
  it('rejects slow statements and long lock waits as "busy", and keeps the connection', async () => {
    const pid = await pidOf(database)
    expect(isDatabaseBusy(await failure(database.rows(sql`select pg_sleep(5)`)))).toBe(true)
    await other.transaction(async (db) => {
      await db.rows(sql`select 1 from notes where id = 1 for update`)
      expect(isDatabaseBusy(await failure(database.rows(sql`update notes set body = 'x' where id = 1`)))).toBe(true)
    })
    expect(await bodies()).toEqual(['', ''])
    expect(await pidOf(database)).toBe(pid)
  })

  it('rejects an idle transaction with DatabaseUnavailable, and rolls it back', async () => {
    const ended = await failure(
      database.transaction(async (db) => {
        await db.rows(sql`update notes set body = 'left' where id = 1`)
        const there = sql`select 1 from pg_stat_activity where pid = ${await pidOf(db)}`
        while ((await other.rows(there)).length > 0);
        await db.rows(sql`update notes set body = 'right' where id = 2`)
      }),
    )
    expect(isDatabaseUnavailable(ended)).toBe(true)
    expect(await bodies()).toEqual(['', ''])
  })
})

describe('SerialConnection', () => {
  it('rejects the result of another query in verifiedRow(), and closes the connection', async () => {
    const pid = await pidOf(database)
    const answer = failure(
      database.verifiedRow(sql`select 'amina' as name`, ({ name }: { name: string }) => name === 'brian'),
    )
    expect(isDatabaseUnavailable(await answer)).toBe(true)
    while ((await other.rows(sql`select 1 from pg_stat_activity where pid = ${pid}`)).length > 0);
    expect(
      await database.verifiedRow(sql`select 'brian' as name`, ({ name }: { name: string }) => name === 'brian'),
    ).toEqual({
      name: 'brian',
    })
  })

  it('returns each result to the caller of its statement when 50 statements share one connection', async () => {
    const numbers = Array.from({ length: 50 }, (_, n) => n)
    const found = await database.transaction((db) =>
      Promise.all(numbers.map((n) => db.row<{ n: number }>(sql`select ${n}::int as n`))),
    )
    expect(found.map((row) => row?.n)).toEqual(numbers)
  })
})

describe('Database.transaction', () => {
  it('rejects a statement after the end of the transaction', async () => {
    const late = Promise.withResolvers<unknown>()
    const ended = failure(
      database.transaction(async (db) => {
        const slow = db.rows(sql`select pg_sleep(0.05)`).then(() => db.rows(sql`update notes set body = 'late'`))
        slow.then(late.resolve, late.resolve)
        throw new Error('changed my mind')
      }),
    )
    expect(await ended).toMatchObject({ message: 'changed my mind' })
    expect(await late.promise).toMatchObject({ message: 'This transaction has ended.' })
    expect(await bodies()).toEqual(['', ''])
  })

  it('rejects a statement after the end of a read-only transaction', async () => {
    const late = Promise.withResolvers<unknown>()
    const ended = failure(
      database.readOnly(async (db) => {
        const slow = db.rows(sql`select pg_sleep(0.05)`).then(() => db.rows(sql`select 1`))
        slow.then(late.resolve, late.resolve)
        throw new Error('changed my mind')
      }),
    )
    expect(await ended).toMatchObject({ message: 'changed my mind' })
    expect(await late.promise).toMatchObject({ message: 'This transaction has ended.' })
  })

  it('rejects when one of its statements failed, even if the caller caught the error', async () => {
    const ended = failure(
      database.transaction(async (db) => {
        await db.rows(sql`update notes set body = 'lost'`)
        await db.rows(sql`select 1 / 0`).catch(() => {})
      }),
    )
    expect(await ended).toMatchObject({ code: '22012' })
    expect(await bodies()).toEqual(['', ''])
  })

  it('retries after a deadlock', async () => {
    // The limits are long, because PostgreSQL detects deadlocks only after one second, and later on a busy machine.
    const long = { statementMs: 20_000, lockMs: 20_000, idleInTransactionMs: 20_000 }
    const patient = await openSecondConnection(database, 'app', { limits: long, onDeadlock: () => deadlocks++ })
    const [firstLocked, secondLocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const both = (first: number, second: number, mine: () => void, theirs: Promise<void>) =>
      patient.transaction(async (db) => {
        await db.rows(sql`update notes set body = body || ${first}::text where id = ${first}`)
        mine()
        await theirs
        await db.rows(sql`update notes set body = body || ${first}::text where id = ${second}`)
      })
    const before = deadlocks
    await Promise.all([
      both(1, 2, firstLocked.resolve, secondLocked.promise),
      both(2, 1, secondLocked.resolve, firstLocked.promise),
    ])
    expect(deadlocks).toBe(before + 1)
    expect((await bodies()).map((body) => body.split('').toSorted().join(''))).toEqual(['12', '12'])
    await patient.close()
  })

  it('rejects as "busy" after three retries that also end in a deadlock', async () => {
    const giveWay = sql`do $$ begin raise exception using errcode = 'deadlock_detected'; end $$`
    let tries = 0
    const givingWay = (times: number) =>
      database.transaction(async (db) => {
        tries++
        await db.rows(sql`update notes set body = body || 'x' where id = 1`)
        if (tries <= times) await db.rows(giveWay)
        return tries
      })
    const [before, [body = '']] = [deadlocks, await bodies()]
    expect(await givingWay(3)).toBe(4)
    expect([deadlocks - before, (await bodies())[0]]).toEqual([3, `${body}x`])
    tries = 0
    expect(isDatabaseBusy(await failure(givingWay(4)))).toBe(true)
    expect([tries, deadlocks - before, (await bodies())[0]]).toEqual([4, 6, `${body}x`])
  })
})
