import type { PostId } from '@pawtrait/contract/ids.ts'
import type { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import type { UserContext } from '#platform/context.ts'
import { isDiskFull } from '#platform/database/db-errors.ts'
import { type FeedDayFinder, readFeedDay } from './feed-day-cache.ts'
import { getPlanRights } from './plan-rights.ts'
import { addFeedPosts, type FeedDay, lockFeedDays } from './queries.ts'

/** `mayDeliver` returns whether a post may be delivered. `limit`: the day's allowance, and how much of it is used. */
export type FeedAllowance = { mayDeliver: (post: PostId) => boolean; limit: FeedLimit }

/** Counts other users' feed posts against the daily allowance, each once a day. A row lock prevents a race. */
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
  const maxPosts = max ?? (day.premium && free !== null ? free + 1 : 0)
  const countedIds = new Set(day.posts)
  const isNew = posts.some((id) => !countedIds.has(id))
  const { endsAt, posts: countedPosts } =
    isNew && countedIds.size < maxPosts ? await countWithinLimit(ctx, day, posts, maxPosts) : day
  if (max === null) return { mayDeliver: () => true, limit: { used: 0, max: null, resetsAt: endsAt } }
  const deliverableIds = new Set(countedPosts)
  return {
    mayDeliver: (id) => deliverableIds.has(id),
    limit: { used: Math.min(countedPosts.length, max), max, resetsAt: endsAt },
  }
}

// Counts posts against the allowance. If the disk is full, delivers posts within the allowance without recording them.
async function countWithinLimit(
  ctx: UserContext,
  day: FeedDay,
  posts: readonly PostId[],
  maxPosts: number,
): Promise<FeedDay> {
  try {
    return await recordPosts(ctx, day, posts, maxPosts)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return { ...day, posts: [...new Set([...day.posts, ...posts])].slice(0, maxPosts) }
  }
}

// Counts posts against the allowance. The day's first write takes a lock, so that concurrent requests insert one row.
async function recordPosts(
  ctx: UserContext,
  day: FeedDay,
  posts: readonly PostId[],
  maxPosts: number,
): Promise<FeedDay> {
  const limits = { maxPosts, free: ctx.config.feedDailyFree, livemode: ctx.config.payments.livemode, now: ctx.now }
  if (day.isStored) return { ...day, posts: await addFeedPosts(ctx.db, ctx.viewer, day, posts, limits) }
  return ctx.transaction(async ({ db }) => {
    await lockFeedDays(db, ctx.viewer)
    const current = await readFeedDay({ ...ctx, db })
    return { ...current, posts: await addFeedPosts(db, ctx.viewer, current, posts, limits) }
  })
}
