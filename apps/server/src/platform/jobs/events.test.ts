import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { lineLog } from '#platform/monitoring/log.ts'
import { testClock } from '#testing/clock.ts'
import { ownDatabase } from '#testing/database/database.ts'
import { eventRows, tableEvents } from './events.ts'

let database: Database
const clock = testClock()
const lines: string[] = []
const log = lineLog((line) => lines.push(line), clock.now)
beforeAll(async () => {
  database = await ownDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.rows(sql`delete from events`))

const liked = () => ({ postId: newId(clock.now()), by: newId(clock.now()) }) as never
const waiting = async () =>
  (await database.row<{ n: number }>(sql`select count(*)::int as n from events`))?.n ?? Number.NaN

describe('events', () => {
  it('vanish with the transaction they were written in', async () => {
    const events = tableEvents(database, clock, log)
    const failed = database.transaction(async (db) => {
      await events.emit(db, 'post-liked', liked())
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await waiting()).toBe(0)
  })

  it('carry the request they were written in into the log lines of what follows', async () => {
    const events = tableEvents(database, clock, log)
    const told: unknown[] = []
    events.on('post-liked', async (db, event) => {
      told.push(event.data)
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
    const said = lines.map((line) => JSON.parse(line) as { event: string; requestId?: string })
    expect(told).toEqual([data])
    expect(said.map(({ event, requestId }) => `${event} ${requestId}`)).toEqual([
      'reacted request-7',
      'events request-7',
    ])
    await events.drain().catch(() => {})
  })

  it('are told once, with what was said, and are gone then', async () => {
    const events = tableEvents(database, clock, log)
    const told: unknown[] = []
    events.on('post-liked', async (_db, event) => {
      told.push(event.data)
    })
    const data = liked()
    await events.emit(database, 'post-liked', data)
    await database.rows(eventRows('post-liked', clock.now(), sql`(values ('{"postId": "x"}'::jsonb)) e (data)`))
    await Promise.all([events.drain(), events.drain()])
    expect(told).toHaveLength(2)
    expect(told).toContainEqual(data)
    expect(told).toContainEqual({ postId: 'x' })
    expect(await waiting()).toBe(0)
  })

  it('of a type only another release knows wait for it in nobody’s way, for a day', async () => {
    const [older, newer] = [tableEvents(database, clock, log), tableEvents(database, clock, log)]
    const told: string[] = []
    older.on('post-liked', async () => void told.push('older'))
    newer.on('post-liked', async () => void told.push('newer'))
    newer.on('post-published', async () => void told.push('published'))
    await newer.emit(database, 'post-published', liked())
    await newer.emit(database, 'post-liked', liked())
    await older.drain()
    expect([told, await waiting()]).toEqual([['older'], 1])
    await newer.drain()
    expect([told, await waiting()]).toEqual([['older', 'published'], 0])
    // The newer release is taken back: what it left is no backlog of the older one, and does not stay for good.
    const dueAfter = async (minutes: number) => {
      const now = new Date(clock.now().getTime() + minutes * 60_000)
      const lone = tableEvents(database, { ...clock, now: () => now }, log)
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
    const early = tableEvents(database, { ...clock, now: () => new Date(clock.now().getTime() + 48 * 3_600_000) }, log)
    await early.setAside() // to whom all types are unknown
    expect(await waiting()).toBe(1)
    expect(await dueAfter(25 * 60)).toEqual([])
  })

  it('that wait together are handled together, in their order, and those of other types between them', async () => {
    const events = tableEvents(database, clock, log)
    const told: unknown[][] = []
    events.onMany('post-liked', async (_db, many) => void told.push(many.map(({ data }) => data)))
    events.on('post-unliked', async (_db, { data }) => void told.push(['un', data]))
    const [a, b, c, d] = [liked(), liked(), liked(), liked()]
    await events.emit(database, 'post-liked', a)
    await events.emit(database, 'post-liked', b)
    await events.emit(database, 'post-unliked', c)
    await events.emit(database, 'post-liked', d)
    await events.drain()
    expect(told).toEqual([[a, b], ['un', c], [d]])
    expect(await waiting()).toBe(0)
  })

  it('of a type that is handled one by one have a transaction each', async () => {
    const events = tableEvents(database, clock, log)
    const transactions: string[] = []
    events.on('post-published', async (db) => {
      const own = await db.row<{ id: string }>(sql`select pg_current_xact_id()::text as id`)
      transactions.push(own?.id ?? '')
    })
    for (let n = 0; n < 3; n++) await events.emit(database, 'post-published', liked())
    await events.drain()
    expect(new Set(transactions).size).toBe(3)
  })

  it('are handled by one process while another takes long over the first of them', async () => {
    const [slow, other] = [tableEvents(database, clock, log), tableEvents(database, clock, log)]
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    slow.on('post-published', async () => {
      begun.resolve()
      await end.promise
    })
    const told: unknown[] = []
    other.on('post-unliked', async (_db, { data }) => void told.push(data))
    await slow.emit(database, 'post-published', liked())
    slow.start()
    await begun.promise
    const data = liked()
    await other.emit(database, 'post-unliked', data)
    await other.drain()
    expect(told).toEqual([data])
    end.resolve()
    await slow.stop()
    expect(await waiting()).toBe(0)
  })

  it('that fail together are tried one by one: the one to blame is put off, the others are done once', async () => {
    const events = tableEvents(database, clock, log)
    const told: number[] = []
    events.onMany('post-liked', async (db, many) => {
      const numbers = many.map(({ data }) => (data as unknown as { n: number }).n)
      for (const n of numbers) {
        if (n === 3) throw new Error('three is to blame')
        await db.rows(sql`insert into throttles (key, count, ends_at) values (${`told ${n}`}, 1, now())`)
      }
      if (numbers.length === 1) told.push(...numbers)
    })
    for (const n of [1, 2, 3, 4, 5]) await events.emit(database, 'post-liked', { n } as never)
    events.start()
    await expect.poll(waiting).toBe(1)
    await events.stop()
    expect(told).toEqual([1, 2, 4, 5])
    const done = await database.rows<{ key: string }>(sql`delete from throttles where key like 'told %' returning key`)
    expect(done.map(({ key }) => key).toSorted()).toEqual(['told 1', 'told 2', 'told 4', 'told 5'])
  })

  it('come again after a reaction that failed, which leaves nothing behind', async () => {
    const events = tableEvents(database, clock, log)
    let tries = 0
    events.on('post-liked', async (db) => {
      await db.rows(sql`insert into throttles (key, count, ends_at) values ('told', 1, now())`)
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
    expect(await database.rows(sql`delete from throttles where key = 'told' returning 1`)).toHaveLength(1)
  })

  it('are looked for once a second while the database is away, also after one was told', async () => {
    const away = await ownDatabase()
    const said: string[] = []
    const events = tableEvents(
      away,
      clock,
      lineLog((line) => said.push(line), clock.now),
    )
    const told = Promise.withResolvers<void>()
    events.on('post-liked', async () => told.resolve())
    await events.emit(away, 'post-liked', liked())
    events.start()
    await told.promise
    await away.close()
    events.nudge()
    await expect.poll(() => said.length).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(said.length).toBeLessThan(4)
    await events.stop()
  })
})
