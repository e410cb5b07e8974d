import type { PostId } from '@pawtrait/contract/ids.ts'
import type { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import type { UserContext } from '#platform/context.ts'
import { isDiskFull } from '#platform/database/db-errors.ts'
import { type FeedDayFinder, readFeedDay } from './feed-day-cache.ts'
import { getPlanRights } from './plan-rights.ts'
import { addFeedPosts, type FeedDay, lockFeedDays } from './queries.ts'

/** `may` returns whether a post may be delivered. `limit`: the day's allowance, and how much of it is used. */
export type FeedAllowance = { may: (post: PostId) => boolean; limit: FeedLimit }

/** Counts other users' feed posts against the daily allowance, each once a day. A row lock serialises requests. */
export async function countFeedPosts(
  ctx: UserContext,
  findDay: FeedDayFinder,
  posts: readonly PostId[],
): Promise<FeedAllowance> {
  const day = await findDay(ctx)
  const { feedPosts: max } = getPlanRights(day.premium, ctx.config)
  const { feedDailyFree: free } = ctx.config
  // With unlimited Premium, counts up to one post above the free allowance, because a refund depends on whether Premium
  // was used.
  const most = max ?? (day.premium && free !== null ? free + 1 : 0)
  const known = new Set(day.posts)
  const isNew = posts.some((id) => !known.has(id))
  const { endsAt, posts: taken } = isNew && known.size < most ? await takeWithinLimit(ctx, day, posts, most) : day
  if (max === null) return { may: () => true, limit: { used: 0, max: null, resetsAt: endsAt } }
  const may = new Set(taken)
  return { may: (id) => may.has(id), limit: { used: Math.min(taken.length, max), max, resetsAt: endsAt } }
}

// Counts posts against the allowance. If the disk is full, delivers posts within the allowance without recording them.
async function takeWithinLimit(
  ctx: UserContext,
  day: FeedDay,
  posts: readonly PostId[],
  most: number,
): Promise<FeedDay> {
  try {
    return await take(ctx, day, posts, most)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return { ...day, posts: [...new Set([...day.posts, ...posts])].slice(0, most) }
  }
}

// Counts posts against the allowance. The day's first write takes a lock, so that concurrent requests insert one row.
async function take(ctx: UserContext, day: FeedDay, posts: readonly PostId[], most: number): Promise<FeedDay> {
  const room = { most, free: ctx.config.feedDailyFree, livemode: ctx.config.payments.livemode, now: ctx.now }
  if (day.begun) return { ...day, posts: await addFeedPosts(ctx.db, ctx.viewer, day, posts, room) }
  return ctx.transaction(async ({ db }) => {
    await lockFeedDays(db, ctx.viewer)
    const current = await readFeedDay({ ...ctx, db })
    return { ...current, posts: await addFeedPosts(db, ctx.viewer, current, posts, room) }
  })
}
