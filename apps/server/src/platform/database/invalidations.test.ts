import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { besides, ownDatabase } from '#testing/database/database.ts'
import { createCache } from './cache.ts'
import type { Database } from './db.ts'
import { DatabaseGone } from './db-errors.ts'
import { invalidationsOf, sweepInvalidations } from './invalidations.ts'

let database: Database
beforeAll(async () => {
  database = await ownDatabase()
})
afterAll(() => database.close())

const change = (id: string, db: Pick<Database, 'rows'> = database) => db.rows(sql`select invalidate(${id}::uuid)`)

/** What is heard, look by look. */
function listenTo(missedAfterMs?: number) {
  const heard: (string[] | 'everything')[] = []
  const invalidations = invalidationsOf(database, missedAfterMs === undefined ? {} : { missedAfterMs })
  invalidations.onChange((changed) => heard.push(changed ? [...changed] : 'everything'))
  return { invalidations, heard }
}

describe('invalidations', () => {
  it('are heard once by who catches up, from the first look on', async () => {
    const { invalidations, heard } = listenTo()
    await change(randomUUID())
    await invalidations.caughtUp()
    const id = randomUUID()
    await change(id)
    await invalidations.caughtUp()
    await invalidations.caughtUp()
    expect(heard).toEqual(['everything', [id]])
  })

  it('of a transaction that began earlier and ended later than others are not missed', async () => {
    const { invalidations, heard } = listenTo()
    await invalidations.caughtUp()
    const [long, short] = [randomUUID(), randomUUID()]
    await database.transaction(async (db) => {
      await change(long, db)
      await change(short)
      await invalidations.caughtUp()
      await invalidations.caughtUp()
      expect(heard.slice(1)).toEqual([[short]])
    })
    await invalidations.caughtUp()
    expect(heard.slice(1)).toEqual([[short], [long]])
  })

  it('of a transaction that was rolled back are not heard', async () => {
    const { invalidations, heard } = listenTo()
    await invalidations.caughtUp()
    const undone = database.transaction(async (db) => {
      await change(randomUUID(), db)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await invalidations.caughtUp()
    expect(heard).toEqual(['everything'])
  })

  it('are heard of a transaction that has the number of one that was given up, as after a crash', async () => {
    const { invalidations, heard } = listenTo()
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
    expect(heard).toEqual(['everything', [before], [after]])
  })

  it('committed while a look is under way are heard by whoever asks after that', async () => {
    const { invalidations, heard } = listenTo()
    await invalidations.caughtUp()
    for (let round = 0; round < 20; round++) {
      const id = randomUUID()
      const under = invalidations.caughtUp()
      await change(id)
      await invalidations.caughtUp()
      expect(heard.flat()).toContain(id)
      await under
    }
  })

  it('are looked for by one statement at a time', async () => {
    let [open, most] = [0, 0]
    const proven: Database['proven'] = async (...asked) => {
      open += 1
      most = Math.max(most, open)
      return database.proven(...asked).finally(() => {
        open -= 1
      })
    }
    const invalidations = invalidationsOf({ ...database, proven })
    const [first, second] = [invalidations.caughtUp(), invalidations.caughtUp()]
    await first
    await Promise.all([invalidations.caughtUp(), second])
    expect(most).toBe(1)
  })

  it('may have been swept for who has not looked for long: anything may have changed', async () => {
    const { invalidations, heard } = listenTo(0)
    await invalidations.caughtUp()
    await sleep(5)
    await invalidations.caughtUp()
    expect(heard).toEqual(['everything', 'everything'])
  })

  it('may have been swept when a transaction ends that was open for long', async () => {
    // A busy machine may take its time between two looks, and that alone is no reason to miss anything.
    const longMs = 2000
    const { invalidations, heard } = listenTo(longMs)
    await database.transaction(async (db) => {
      await change(randomUUID(), db)
      // Those of other tests, on databases beside this one, may be open for longer at first.
      const isOldest = sql`select 1 where pg_snapshot_xmin(pg_current_snapshot()) = pg_current_xact_id()`
      await expect.poll(() => db.rows(isOldest), { timeout: 20_000 }).toHaveLength(1)
      await invalidations.caughtUp()
      const since = performance.now()
      while (performance.now() - since < longMs + 100) {
        await sleep(50)
        await invalidations.caughtUp()
      }
    })
    expect(heard).toEqual(['everything'])
    await invalidations.caughtUp()
    expect(heard).toEqual(['everything', 'everything'])
  })

  it('are kept for an hour', async () => {
    await change(randomUUID())
    await database.rows(sql`update invalidations set at = now() - interval '59 minutes'`)
    await sweepInvalidations(database)
    expect(await database.rows(sql`select 1 from invalidations limit 1`)).toHaveLength(1)
    await database.rows(sql`update invalidations set at = now() - interval '61 minutes'`)
    await sweepInvalidations(database)
    expect(await database.rows(sql`select 1 from invalidations`)).toEqual([])
  })

  it('that are too many to tell apart are everything', async () => {
    const { invalidations, heard } = listenTo()
    await invalidations.caughtUp()
    await database.rows(sql`select invalidate(gen_random_uuid()) from generate_series(1, 5000)`)
    await invalidations.caughtUp()
    expect(heard).toEqual(['everything', 'everything'])
  })

  it('reach nobody while the database is away, and are caught up with afterwards', async () => {
    const other = await besides(database, 'app')
    const invalidations = invalidationsOf(other)
    await other.close()
    await expect(invalidations.caughtUp()).rejects.toThrow(DatabaseGone)
    await expect(Promise.all([invalidations.caughtUp(), invalidations.caughtUp()])).rejects.toThrow(DatabaseGone)
  })
})

describe('kept values', () => {
  it('are forgotten with what they are about, alone, and when everything may have changed', async () => {
    const { invalidations } = listenTo()
    await invalidations.caughtUp()
    const kept = createCache<string>('posts', invalidations, 10)
    const [post, other, author] = [randomUUID(), randomUUID(), randomUUID()]
    const keep = kept.reading()
    keep(post, 'post', [post, author])
    keep(other, 'other', [other])
    await change(author)
    await invalidations.caughtUp()
    expect([kept.get(post), kept.get(other)]).toEqual([undefined, 'other'])
    await change('00000000-0000-0000-0000-000000000000')
    await invalidations.caughtUp()
    expect(kept.get(other)).toBe(undefined)
  })

  it('are not kept when something changed while they were read', async () => {
    const { invalidations } = listenTo()
    await invalidations.caughtUp()
    const kept = createCache<string>('posts', invalidations, 10)
    const [changed, same] = [randomUUID(), randomUUID()]
    const keep = kept.reading()
    await change(changed)
    await invalidations.caughtUp()
    keep(changed, 'read too early', [changed])
    keep(same, 'same', [same])
    expect([kept.get(changed), kept.get(same)]).toEqual([undefined, 'same'])
    kept.reading()(changed, 'read anew', [changed])
    expect(kept.get(changed)).toBe('read anew')
  })

  it('are at most so many bytes', () => {
    const kept = createCache<string>('posts', listenTo().invalidations, 10, { most: 10, of: ({ length }) => length })
    for (const value of ['four', 'five!', 'six...']) kept.reading()(value, value, [])
    expect(['four', 'five!', 'six...'].map((key) => kept.get(key))).toEqual([undefined, undefined, 'six...'])
    kept.reading()('long', 'longer than all of it', [])
    expect(kept.get('long')).toBe(undefined)
  })

  it('too large to be kept are forgotten with all they were about', async () => {
    const { invalidations } = listenTo()
    await invalidations.caughtUp()
    const kept = createCache<string>('posts', invalidations, 10, { most: 10, of: ({ length }) => length })
    const [once, now] = [randomUUID(), randomUUID()]
    kept.reading()('page', 'longer than all of it', [once])
    kept.reading()('page', 'short', [now])
    await change(once)
    await invalidations.caughtUp()
    expect(kept.get('page')).toBe('short')
  })

  it('are at most so many', () => {
    const kept = createCache<number>('posts', listenTo().invalidations, 3)
    const ids = Array.from({ length: 5 }, () => randomUUID())
    for (const [value, id] of ids.entries()) kept.reading()(id, value, [id])
    expect(ids.map((id) => kept.get(id))).toEqual([undefined, undefined, 2, 3, 4])
  })
})
