import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, openSecondConnection } from '#testing/database/database.ts'
import { createCache } from './cache.ts'
import type { Database } from './db.ts'
import { DatabaseUnavailable } from './db-errors.ts'
import { sweepInvalidations, trackInvalidations } from './invalidations.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const change = (id: string, db: Pick<Database, 'rows'> = database) => db.rows(sql`select invalidate(${id}::uuid)`)

/** Records the changes that each check reports. */
function listenTo(missedAfterMs?: number) {
  const reports: (string[] | 'everything')[] = []
  const invalidations = trackInvalidations(database, missedAfterMs === undefined ? {} : { missedAfterMs })
  invalidations.onChange((changed) => reports.push(changed ? [...changed] : 'everything'))
  return { invalidations, reports }
}

describe('Invalidations.caughtUp', () => {
  it('reports "everything" at the first check, and then each changed id once', async () => {
    const { invalidations, reports } = listenTo()
    await change(randomUUID())
    await invalidations.caughtUp()
    const id = randomUUID()
    await change(id)
    await invalidations.caughtUp()
    await invalidations.caughtUp()
    expect(reports).toEqual(['everything', [id]])
  })

  it('reports a transaction that began before another transaction and committed after it', async () => {
    const { invalidations, reports } = listenTo()
    await invalidations.caughtUp()
    const [long, short] = [randomUUID(), randomUUID()]
    await database.transaction(async (db) => {
      await change(long, db)
      await change(short)
      await invalidations.caughtUp()
      await invalidations.caughtUp()
      expect(reports.slice(1)).toEqual([[short]])
    })
    await invalidations.caughtUp()
    expect(reports.slice(1)).toEqual([[short], [long]])
  })

  it('does not report a rolled-back transaction', async () => {
    const { invalidations, reports } = listenTo()
    await invalidations.caughtUp()
    const undone = database.transaction(async (db) => {
      await change(randomUUID(), db)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await invalidations.caughtUp()
    expect(reports).toEqual(['everything'])
  })

  it('reports a transaction that reuses the id of an aborted transaction, as after a crash', async () => {
    const { invalidations, reports } = listenTo()
    await invalidations.caughtUp()
    const [before, after] = [randomUUID(), randomUUID()]
    await change(before)
    let number = ''
    const undone = database.transaction(async (db) => {
      number = (await db.row<{ id: string }>(sql`select pg_current_xact_id()::text as id`))?.id ?? ''
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await invalidations.caughtUp()
    await database.rows(sql`insert into invalidations (transaction, about) values (${number}::text::xid8, ${after})`)
    await invalidations.caughtUp()
    await invalidations.caughtUp()
    expect(reports).toEqual(['everything', [before], [after]])
  })

  it('reports a change to the next caller when it is committed during a running check', async () => {
    const { invalidations, reports } = listenTo()
    await invalidations.caughtUp()
    for (let round = 0; round < 20; round++) {
      const id = randomUUID()
      const under = invalidations.caughtUp()
      await change(id)
      await invalidations.caughtUp()
      expect(reports.flat()).toContain(id)
      await under
    }
  })

  it('runs one query at a time for concurrent callers', async () => {
    let [open, most] = [0, 0]
    const verifiedRow: Database['verifiedRow'] = async (...asked) => {
      open += 1
      most = Math.max(most, open)
      return database.verifiedRow(...asked).finally(() => {
        open -= 1
      })
    }
    const invalidations = trackInvalidations({ ...database, verifiedRow })
    const [first, second] = [invalidations.caughtUp(), invalidations.caughtUp()]
    await first
    await Promise.all([invalidations.caughtUp(), second])
    expect(most).toBe(1)
  })

  it('reports "everything" when the last check was too long ago', async () => {
    const { invalidations, reports } = listenTo(0)
    await invalidations.caughtUp()
    await sleep(5)
    await invalidations.caughtUp()
    expect(reports).toEqual(['everything', 'everything'])
  })

  it('reports "everything" when a long-running transaction ends, even if it was not the oldest', async () => {
    // The time must be longer than the pause between two checks, even on a busy machine: a long pause is also reported
    // as "everything".
    const longMs = 2000
    const { invalidations, reports } = listenTo(longMs)
    const begin = async () => {
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const ended = database.transaction(async (db) => {
        await change(randomUUID(), db)
        begun.resolve()
        await mayEnd.promise
      })
      await begun.promise
      return () => {
        mayEnd.resolve()
        return ended
      }
    }
    const checkFor = async (ms: number) => {
      const since = performance.now()
      while (performance.now() - since < ms) {
        await invalidations.caughtUp()
        await sleep(50)
      }
    }
    const [endOlder, endYounger] = [await begin(), await begin()]
    // PostgreSQL lists an open transaction only after a later transaction has ended.
    await change(randomUUID())
    await checkFor(longMs / 2)
    await endOlder()
    await checkFor(longMs / 2 + 200)
    // Ignores earlier reports: a long transaction in another database of the same server may already have caused
    // "everything".
    const before = reports.length
    await endYounger()
    await invalidations.caughtUp()
    expect(reports.slice(before)).toEqual(['everything'])
  })

  it('reports "everything" when another database server responds, as after a failover', async () => {
    let server = 'first'
    const verifiedRow = (async (...asked: Parameters<Database['verifiedRow']>) => ({
      ...(await database.verifiedRow<object>(...asked)),
      server,
    })) as Database['verifiedRow']
    const invalidations = trackInvalidations({ ...database, verifiedRow })
    const reports: boolean[] = []
    invalidations.onChange((changed) => reports.push(changed === undefined))
    await invalidations.caughtUp()
    await invalidations.caughtUp()
    server = 'second'
    await invalidations.caughtUp()
    expect(reports).toEqual([true, true])
  })

  it('reports "everything" when there are 5,000 new invalidations', async () => {
    const { invalidations, reports } = listenTo()
    await invalidations.caughtUp()
    await database.rows(sql`select invalidate(gen_random_uuid()) from generate_series(1, 5000)`)
    await invalidations.caughtUp()
    expect(reports).toEqual(['everything', 'everything'])
  })

  it('rejects with DatabaseUnavailable while the database is unreachable', async () => {
    const other = await openSecondConnection(database, 'app')
    const invalidations = trackInvalidations(other)
    await other.close()
    await expect(invalidations.caughtUp()).rejects.toThrow(DatabaseUnavailable)
    await expect(Promise.all([invalidations.caughtUp(), invalidations.caughtUp()])).rejects.toThrow(DatabaseUnavailable)
  })
})

it('the SQL function invalidate stores the time of the change, not the start time of its transaction', async () => {
  const id = randomUUID()
  await database.transaction(async (db) => {
    await db.rows(sql`select pg_sleep(0.05)`)
    await change(id, db)
    const late = sql`select 1 from invalidations where about = ${id} and at > now() + interval '40 ms'`
    expect(await db.rows(late)).toHaveLength(1)
  })
})

it('sweepInvalidations deletes the invalidations older than an hour, and no others', async () => {
  await change(randomUUID())
  await database.rows(sql`update invalidations set at = now() - interval '59 minutes'`)
  await sweepInvalidations(database)
  expect(await database.rows(sql`select 1 from invalidations limit 1`)).toHaveLength(1)
  await database.rows(sql`update invalidations set at = now() - interval '61 minutes'`)
  await sweepInvalidations(database)
  expect(await database.rows(sql`select 1 from invalidations`)).toEqual([])
})

describe('Cache', () => {
  it('drops a value when one of its ids is invalidated, and all values when the nil UUID is invalidated', async () => {
    const { invalidations } = listenTo()
    await invalidations.caughtUp()
    const cache = createCache<string>('posts', invalidations, 10)
    const [post, other, author] = [randomUUID(), randomUUID(), randomUUID()]
    const keep = cache.reading()
    keep(post, 'post', [post, author])
    keep(other, 'other', [other])
    await change(author)
    await invalidations.caughtUp()
    expect([cache.get(post), cache.get(other)]).toEqual([undefined, 'other'])
    await change('00000000-0000-0000-0000-000000000000')
    await invalidations.caughtUp()
    expect(cache.get(other)).toBe(undefined)
  })

  it('does not store a value that was read before its id was invalidated', async () => {
    const { invalidations } = listenTo()
    await invalidations.caughtUp()
    const cache = createCache<string>('posts', invalidations, 10)
    const [changed, same] = [randomUUID(), randomUUID()]
    const keep = cache.reading()
    await change(changed)
    await invalidations.caughtUp()
    keep(changed, 'read too early', [changed])
    keep(same, 'same', [same])
    expect([cache.get(changed), cache.get(same)]).toEqual([undefined, 'same'])
    cache.reading()(changed, 'read again', [changed])
    expect(cache.get(changed)).toBe('read again')
  })

  it('drops the oldest values when the byte limit is exceeded', () => {
    const cache = createCache<string>('posts', listenTo().invalidations, 10, { most: 10, of: ({ length }) => length })
    for (const value of ['four', 'five!', 'six...']) cache.reading()(value, value, [])
    expect(['four', 'five!', 'six...'].map((key) => cache.get(key))).toEqual([undefined, undefined, 'six...'])
    cache.reading()('long', 'longer than all of it', [])
    expect(cache.get('long')).toBe(undefined)
  })

  it('forgets the ids of a value that was too large to store', async () => {
    const { invalidations } = listenTo()
    await invalidations.caughtUp()
    const cache = createCache<string>('posts', invalidations, 10, { most: 10, of: ({ length }) => length })
    const [once, now] = [randomUUID(), randomUUID()]
    cache.reading()('page', 'longer than all of it', [once])
    cache.reading()('page', 'short', [now])
    await change(once)
    await invalidations.caughtUp()
    expect(cache.get('page')).toBe('short')
  })

  it('drops the oldest values when the entry limit is exceeded', () => {
    const cache = createCache<number>('posts', listenTo().invalidations, 3)
    const ids = Array.from({ length: 5 }, () => randomUUID())
    for (const [value, id] of ids.entries()) cache.reading()(id, value, [id])
    expect(ids.map((id) => cache.get(id))).toEqual([undefined, undefined, 2, 3, 4])
  })
})
