import type { PostId } from '@pawtrait/contract/ids.ts'
import type { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import type { UserContext } from '#platform/context.ts'
import { isDiskFull } from '#platform/database/db-errors.ts'
import { type FindFeedDay, readFeedDay } from './kept-days.ts'
import { type FeedDay, lockFeedDays, takeFeedPosts } from './queries.ts'
import { rightsWith } from './user-rights.ts'

/** What of a page may be delivered, and how much of the day is used after it. */
export type Allowed = { may: (post: PostId) => boolean; limit: FeedLimit }

/**
 * Counts posts of others that are about to be delivered in the viewer's feed: each once a day, the same one again is
 * free. In the order given, as many as the day has room for; one statement under the row's lock, so two devices that
 * ask at once share one allowance.   @see payments.md §5
 */
export async function countFeed(ctx: UserContext, findDay: FindFeedDay, posts: readonly PostId[]): Promise<Allowed> {
  const day = await findDay(ctx)
  const { feedPosts: max } = rightsWith(day.premium, ctx.config)
  const { feedDailyFree: free } = ctx.config
  // Without a limit nothing has to be counted but whether the plan was needed: a refund asks for that.
  const most = max ?? (day.premium && free !== null ? free + 1 : 0)
  const known = new Set(day.posts)
  const isNew = posts.some((id) => !known.has(id))
  const { endsAt, posts: taken } = isNew && known.size < most ? await takeIfRoom(ctx, day, posts, most) : day
  if (max === null) return { may: () => true, limit: { used: 0, max: null, resetsAt: endsAt } }
  const may = new Set(taken)
  return { may: (id) => may.has(id), limit: { used: Math.min(taken.length, max), max, resetsAt: endsAt } }
}

/** On a full disk nothing can be counted, and reading goes on all the same: as far as the day has room, unrecorded. */
async function takeIfRoom(ctx: UserContext, day: FeedDay, posts: readonly PostId[], most: number): Promise<FeedDay> {
  try {
    return await take(ctx, day, posts, most)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return { ...day, posts: [...new Set([...day.posts, ...posts])].slice(0, most) }
  }
}

/**
 * Where a day begins depends on the reader's time zone: whoever writes its first row does so alone, so there is one.
 */
async function take(ctx: UserContext, day: FeedDay, posts: readonly PostId[], most: number): Promise<FeedDay> {
  const room = { most, free: ctx.config.feedDailyFree, livemode: ctx.config.payments.livemode, now: ctx.now }
  if (day.begun) return { ...day, posts: await takeFeedPosts(ctx.db, ctx.viewer, day, posts, room) }
  return ctx.transaction(async ({ db }) => {
    await lockFeedDays(db, ctx.viewer)
    const begun = await readFeedDay({ ...ctx, db })
    return { ...begun, posts: await takeFeedPosts(db, ctx.viewer, begun, posts, room) }
  })
}
