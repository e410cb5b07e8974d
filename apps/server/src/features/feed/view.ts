import type { FeedPage, FeedPost } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { commentPreviews } from '#features/comments/view.ts'
import { postsByIds } from '#features/posts/view.ts'
import type { UserContext } from '#platform/context.ts'
import { FIRST_ID, fillPage, idOfCursor, LAST_ID } from '#platform/cursor.ts'
import type { guardFinder } from './find-guard.ts'
import { type FeedSources, selectFeedIds, selectFeedSources, selectOlderFeedIds } from './queries.ts'

/**
 * Own posts, those of followed users and those that tag followed pets, each once, newest first.
 * Made on reading: docs/decisions/0005-feed-by-fan-out-on-read.md
 * @throws Problem 'validation-failed' for a cursor that is not ours.
 */
export async function feedOf(
  ctx: UserContext,
  findGuard: ReturnType<typeof guardFinder>,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<FeedPage> {
  const start = idOfCursor(cursor)
  const [sources, guard] = await Promise.all([selectFeedSources(ctx.db, ctx.viewer), findGuard(ctx.db, ctx.now, start)])
  if (!sources) return { posts: [], cursor: null }
  const { items, next } = await fillPage<FeedPost, string>(
    limit,
    start,
    (before = LAST_ID, most) => feedIds(ctx, { ...sources, guard }, before, most),
    (ids) => feedPosts(ctx, ids as PostId[]),
  )
  return { posts: items, cursor: next }
}

type Sources = FeedSources & { guard: PostId | null }

/** Above the guard in one statement; below it, or when the page is short there, by the newest of each source. */
async function feedIds(ctx: UserContext, sources: Sources, before: string, most: number): Promise<PostId[]> {
  const guard = sources.guard ?? FIRST_ID
  const near = before <= guard ? [] : await selectFeedIds(ctx.db, sources, { before, guard }, most)
  if (near.length === most || !sources.guard) return near
  const below = before < guard ? before : guard
  return [...near, ...(await selectOlderFeedIds(ctx.db, sources, below, most - near.length))]
}

async function feedPosts(ctx: UserContext, ids: PostId[]): Promise<FeedPost[]> {
  const [posts, comments] = await Promise.all([postsByIds(ctx, ids), commentPreviews(ctx, ids)])
  return posts.map((post) => ({ ...post, comments: comments.get(post.id) ?? [] }))
}
