import { createHash } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { createCache, isValid, type Validity } from '#platform/database/cache.ts'
import type { Invalidations } from '#platform/database/invalidations.ts'
import { type FeedDay, selectFeedDay } from './queries.ts'

/** Returns the viewer's current feed day, possibly cached. Call it only after `Invalidations.caughtUp`. */
export type FeedDayFinder = (ctx: UserContext) => Promise<FeedDay>

const MAX_ENTRIES = 5_000
// A cached day may grant Premium for a minute after the plan ends. No cache entry outlives its day.
const TTL_MS = 60_000

/** Reads the viewer's current feed day from the database. @throws Error when the viewer has no user row */
export async function readFeedDay({ db, viewer, config, now }: UserContext): Promise<FeedDay> {
  const day = await selectFeedDay(db, viewer, config.payments.livemode, now)
  if (!day) throw new Error('the viewer has no row in users')
  return day
}

/** Cache key of a user's feed day. The database adds it to the invalidations when the day changes. */
const computeInvalidationId = (user: UserId) =>
  createHash('md5')
    .update(`feed-day ${user}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Returns a cache of feed days for this process. An entry is dropped when the stored day changes. */
export function createFeedDayCache(invalidations: Invalidations): FeedDayFinder {
  const cache = createCache<{ day: FeedDay } & Validity>('feed-days', invalidations, MAX_ENTRIES)
  return async (ctx) => {
    const cached = cache.get(ctx.viewer, (entry) => isValid(entry, ctx.now))
    if (cached) return cached.day
    const store = cache.reading()
    const day = await readFeedDay(ctx)
    const from = ctx.now.getTime()
    const until = Math.min(from + TTL_MS, Date.parse(day.endsAt))
    store(ctx.viewer, { day, from, until }, [computeInvalidationId(ctx.viewer)])
    return day
  }
}
