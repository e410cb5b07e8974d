import { createHash } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import type { Invalidations } from '#platform/database/invalidations.ts'
import { isAlive, keptBy, type Life } from '#platform/database/kept.ts'
import { type FeedDay, selectFeedDay } from './queries.ts'

/** The day that runs for the viewer. Whoever asks has caught up: every request that reads has. */
export type FindFeedDay = (ctx: UserContext) => Promise<FeedDay>

const MOST_KEPT = 5_000
// A plan ends by itself: to the minute is enough. The day is over to the instant.
const KEPT_MS = 60_000

/** @throws Error for a viewer without a row */
export async function readFeedDay({ db, viewer, config, now }: UserContext): Promise<FeedDay> {
  const day = await selectFeedDay(db, viewer, config.payments.livemode, now)
  if (!day) throw new Error('a viewer without a row')
  return day
}

/** The id under which the database says that a reader's day has changed. */
const dayId = (reader: UserId) =>
  createHash('md5')
    .update(`feed-day ${reader}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Days of readers in the memory of this process, each until something of it changes. */
export function keepFeedDays(invalidations: Invalidations): FindFeedDay {
  const kept = keptBy<{ day: FeedDay } & Life>('feed-days', invalidations, MOST_KEPT)
  return async (ctx) => {
    const found = kept.get(ctx.viewer, (one) => isAlive(one, ctx.now))
    if (found) return found.day
    const keep = kept.reading()
    const day = await readFeedDay(ctx)
    const from = ctx.now.getTime()
    const until = Math.min(from + KEPT_MS, Date.parse(day.endsAt))
    keep(ctx.viewer, { day, from, until }, [dayId(ctx.viewer)])
    return day
  }
}
