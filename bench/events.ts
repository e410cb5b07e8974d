import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { hit, quantiles } from './load.ts'
import { type Bench, likesInTurn } from './requests.ts'

export type EventFigures = {
  /** Likes worked off a second, all waiting at once. */
  perSecond: number
  /** The oldest like that waited, seen every 20 ms while `LIKES_PER_SECOND` came: median, 99 of 100, and at most. */
  lagMs: { p50: number; p99: number; most: number }
}

const WAITING = 10_000
const LIKES_PER_SECOND = 1_000
const ROUNDS_PER_SECOND = 10
const SECONDS = 10

/** Likes that were given, as the events their routes write. */
const given = (from: number, count: number) => `
  insert into events (id, type, data, happened_at, due_at)
  select gen_random_uuid(), 'post-liked', jsonb_build_object('postId', post_id, 'by', user_id), clock_timestamp(),
    clock_timestamp()
  from (select post_id, user_id from likes order by post_id, user_id offset ${from} limit ${count}) given`

/** How fast likes become notifications: from a full table, and while they go on coming. */
export async function eventFigures(bench: Bench): Promise<EventFigures> {
  const likes = await likesInTurn(bench)
  const agent = new Agent()
  // A real like: what writes an event says so to the loop that reads them.
  const nudge = () => hit(agent, { ...likes.target(), port: bench.app.port })
  return withClient(bench.connection, async (client) => {
    const oldestMs = async () => {
      const found = await client.query<{ ms: string | null }>(
        `select extract(epoch from clock_timestamp() - min(happened_at)) * 1000 as ms from events`,
      )
      return Number(found.rows[0]?.ms ?? 0)
    }
    const untilNone = async () => {
      while ((await oldestMs()) > 0) await sleep(20)
    }
    await untilNone()
    await client.query(`delete from notifications where type = 'like'`)
    await client.query(given(0, WAITING))
    const from = performance.now()
    await nudge()
    await untilNone()
    const perSecond = WAITING / ((performance.now() - from) / 1_000)

    await client.query(`delete from notifications where type = 'like'`)
    const lags: number[] = []
    const each = LIKES_PER_SECOND / ROUNDS_PER_SECOND
    for (let round = 0; round < SECONDS * ROUNDS_PER_SECOND; round++) {
      const next = performance.now() + 1_000 / ROUNDS_PER_SECOND
      await client.query(given((round * each) % WAITING, each))
      await nudge()
      while (performance.now() < next) {
        lags.push(await oldestMs())
        await sleep(20)
      }
    }
    await untilNone()
    agent.destroy()
    return { perSecond, lagMs: quantiles(lags) }
  })
}
