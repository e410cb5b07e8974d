import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDatabase } from '#testing/database/database.ts'
import { createEventOutbox, insertEventSql, newEventIdAndTime } from './events.ts'

let database: Database
const clock = createTestClock()
const lines: string[] = []
const log = createJsonLog((line) => lines.push(line), clock.now)
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.rows(sql`delete from events`))

const liked = () => ({ postId: newId(clock.now()), by: newId(clock.now()) }) as never
const waiting = async () =>
  (await database.row<{ n: number }>(sql`select count(*)::int as n from events`))?.n ?? Number.NaN

describe('event outbox', () => {
  it('discards events of a rolled-back transaction', async () => {
    const events = createEventOutbox(database, clock, log)
    const failed = database.transaction(async (db) => {
      await events.emit(db, 'post-liked', liked())
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await waiting()).toBe(0)
  })

  it('adds the request id of an event to log lines and events of its handler', async () => {
    const events = createEventOutbox(database, clock, log)
    const handledData: unknown[] = []
    events.on('post-liked', async (db, event) => {
      handledData.push(event.data)
      log.info('reacted')
      await events.emit(db, 'comment-written', liked())
    })
    const followed = Promise.withResolvers<void>()
    events.on('comment-written', async () => {
      followed.resolve()
      throw new Error('not now')
    })
    const data = liked()
    await events.emit(database, 'post-liked', data, 'request-7')
    lines.length = 0
    events.start()
    await followed.promise
    await events.stop()
    const logged = lines.map((line) => JSON.parse(line) as { event: string; requestId?: string })
    expect(handledData).toEqual([data])
    expect(logged.map(({ event, requestId }) => `${event} ${requestId}`)).toEqual([
      'reacted request-7',
      'events request-7',
    ])
    await events.drain().catch(() => {})
  })

  it('handles an event once with its data, then deletes it', async () => {
    const events = createEventOutbox(database, clock, log)
    const handledData: unknown[] = []
    events.on('post-liked', async (_db, event) => {
      handledData.push(event.data)
    })
    const data = liked()
    await events.emit(database, 'post-liked', data)
    await database.rows(
      insertEventSql('post-liked', newEventIdAndTime(clock.now()), sql`(values ('{"postId": "x"}'::jsonb)) e (data)`),
    )
    await Promise.all([events.drain(), events.drain()])
    expect(handledData).toHaveLength(2)
    expect(handledData).toContainEqual(data)
    expect(handledData).toContainEqual({ postId: 'x' })
    expect(await waiting()).toBe(0)
  })

  it('postpones events of unknown types without delaying known types, and deletes them after a day', async () => {
    const [older, newer] = [createEventOutbox(database, clock, log), createEventOutbox(database, clock, log)]
    const handledData: string[] = []
    older.on('post-liked', async () => void handledData.push('older'))
    newer.on('post-liked', async () => void handledData.push('newer'))
    newer.on('post-published', async () => void handledData.push('published'))
    await newer.emit(database, 'post-published', liked())
    await newer.emit(database, 'post-liked', liked())
    await older.drain()
    expect([handledData, await waiting()]).toEqual([['older'], 1])
    await newer.drain()
    expect([handledData, await waiting()]).toEqual([['older', 'published'], 0])
    // After a downgrade, the older release does not count events of the newer release as backlog. These events expire.
    const dueAfter = async (minutes: number) => {
      const now = new Date(clock.now().getTime() + minutes * 60_000)
      const lone = createEventOutbox(database, { ...clock, now: () => now }, log)
      lone.on('post-liked', async () => {})
      await lone.setAside()
      const rows = await database.rows<{ minutes: number }>(sql`
        select round(extract(epoch from due_at - ${now.toISOString()}::timestamptz) / 60)::int as minutes from events`)
      return rows.map((row) => row.minutes)
    }
    await newer.emit(database, 'post-published', liked())
    expect(await dueAfter(2)).toEqual([-2])
    expect(await dueAfter(4)).toEqual([60])
    expect(await dueAfter(72)).toEqual([60])
    const early = createEventOutbox(
      database,
      { ...clock, now: () => new Date(clock.now().getTime() + 48 * 3_600_000) },
      log,
    )
    await early.setAside() // no handlers are registered yet
    expect(await waiting()).toBe(1)
    expect(await dueAfter(25 * 60)).toEqual([])
  })

  it('handles consecutive events of one type in a batch', async () => {
    const events = createEventOutbox(database, clock, log)
    const handledData: unknown[][] = []
    events.onMany('post-liked', async (_db, many) => void handledData.push(many.map(({ data }) => data)))
    events.on('post-unliked', async (_db, { data }) => void handledData.push(['un', data]))
    const [a, b, c, d] = [liked(), liked(), liked(), liked()]
    await events.emit(database, 'post-liked', a)
    await events.emit(database, 'post-liked', b)
    await events.emit(database, 'post-unliked', c)
    await events.emit(database, 'post-liked', d)
    await events.drain()
    expect(handledData).toEqual([[a, b], ['un', c], [d]])
    expect(await waiting()).toBe(0)
  })

  it('handles each event in its own transaction if its type has no batch handler', async () => {
    const events = createEventOutbox(database, clock, log)
    const transactions: string[] = []
    events.on('post-published', async (db) => {
      const own = await db.row<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
      transactions.push(own?.id ?? '')
    })
    for (let n = 0; n < 3; n++) await events.emit(database, 'post-published', liked())
    await events.drain()
    expect(new Set(transactions).size).toBe(3)
  })

  it('handles an event in a free process while another process is busy with an earlier event', async () => {
    const [slow, other] = [createEventOutbox(database, clock, log), createEventOutbox(database, clock, log)]
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    slow.on('post-published', async () => {
      begun.resolve()
      await end.promise
    })
    const handledData: unknown[] = []
    other.on('post-unliked', async (_db, { data }) => void handledData.push(data))
    await slow.emit(database, 'post-published', liked())
    slow.start()
    await begun.promise
    const data = liked()
    await other.emit(database, 'post-unliked', data)
    await other.drain()
    expect(handledData).toEqual([data])
    end.resolve()
    await slow.stop()
    expect(await waiting()).toBe(0)
  })

  it('retries events one by one after their batch failed, and keeps only the failing event', async () => {
    const events = createEventOutbox(database, clock, log)
    const handledData: number[] = []
    events.onMany('post-liked', async (db, many) => {
      const numbers = many.map(({ data }) => (data as unknown as { n: number }).n)
      for (const n of numbers) {
        if (n === 3) throw new Error('three is to blame')
        await db.rows(sql`insert into throttles (key, count, ends_at) values (${`handled ${n}`}, 1, now())`)
      }
      if (numbers.length === 1) handledData.push(...numbers)
    })
    for (const n of [1, 2, 3, 4, 5]) await events.emit(database, 'post-liked', { n } as never)
    events.start()
    await expect.poll(waiting).toBe(1)
    await events.stop()
    expect(handledData).toEqual([1, 2, 4, 5])
    const done = await database.rows<{ key: string }>(
      sql`delete from throttles where key like 'handled %' returning key`,
    )
    expect(done.map(({ key }) => key).toSorted()).toEqual(['handled 1', 'handled 2', 'handled 4', 'handled 5'])
  })

  it('retries an event after its handler failed, and rolls back the failed attempt', async () => {
    const events = createEventOutbox(database, clock, log)
    let tries = 0
    events.on('post-liked', async (db) => {
      await db.rows(sql`insert into throttles (key, count, ends_at) values ('handled', 1, now())`)
      if (++tries === 1) throw new Error('the first time')
    })
    await events.emit(database, 'post-liked', liked())
    events.start()
    await expect.poll(() => lines.join('')).toContain('the first time')
    await expect.poll(waiting).toBe(1)
    clock.advance(60_000)
    events.nudge()
    await expect.poll(waiting).toBe(0)
    await events.stop()
    expect(tries).toBe(2)
    expect(await database.rows(sql`delete from throttles where key = 'handled' returning 1`)).toHaveLength(1)
  })

  it('polls at most once a second while the database is unreachable', async () => {
    const away = await createTestDatabase()
    const logged: string[] = []
    const events = createEventOutbox(
      away,
      clock,
      createJsonLog((line) => logged.push(line), clock.now),
    )
    const handled = Promise.withResolvers<void>()
    events.on('post-liked', async () => handled.resolve())
    await events.emit(away, 'post-liked', liked())
    events.start()
    await handled.promise
    await away.close()
    events.nudge()
    await expect.poll(() => logged.length).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(logged.length).toBeLessThan(4)
    await events.stop()
  })
})
