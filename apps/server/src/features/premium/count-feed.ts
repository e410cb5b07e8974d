import type { PostId } from '@pawtrait/contract/ids.ts'
import type { FeedLimit } from '@pawtrait/contract/premium.ts'
import type { UserContext } from '#platform/context.ts'
import { selectFeedDay, takeFeedPosts } from './queries.ts'
import { rightsWith } from './user-rights.ts'

/** What of a page may be delivered, and how much of the day is used after it. */
export type Allowed = { may: (post: PostId) => boolean; limit: FeedLimit }

/**
 * Counts posts of others that are about to be delivered in the viewer's feed: each once a day, the same one again is
 * free. In the order given, as many as the day has room for; one statement under the row's lock, so two devices that
 * ask at once share one allowance.   @see payments.md §5
 */
export async function countFeed(ctx: UserContext, posts: readonly PostId[]): Promise<Allowed> {
  const day = await selectFeedDay(ctx.db, ctx.viewer, ctx.config.payments.livemode, ctx.now)
  if (!day) throw new Error('a viewer without a row')
  const { feedPosts: max } = rightsWith(day.premium, ctx.config)
  if (max === null) return { may: () => true, limit: { used: 0, max: null, resetsAt: day.endsAt } }
  const known = new Set(day.posts)
  const isNew = posts.some((id) => !known.has(id))
  const taken = isNew && known.size < max ? await takeFeedPosts(ctx.db, ctx.viewer, day, posts, max) : day.posts
  const may = new Set(taken)
  return { may: (id) => may.has(id), limit: { used: Math.min(taken.length, max), max, resetsAt: day.endsAt } }
}
