import type { FollowListPage } from '@pawtrait/contract/follows.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import { type PageRequest, readPostPageByTime } from '#features/posts/post-page-by-time.ts'
import { requireVisiblePost } from '#features/posts/visible-post.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import type { UserContext } from '#platform/context.ts'
import { formatTimedCursor, parseTimedCursor, splitPage } from '#platform/database/cursor.ts'
import { selectLikedPosts, selectLikers } from './queries.ts'

/** Returns visible posts that the viewer likes, last liked first. @throws Problem 'validation-failed' (bad cursor) */
export const listLikedPosts = (ctx: UserContext, page: PageRequest): Promise<PostPage> =>
  readPostPageByTime(ctx, page, (after, limit) => selectLikedPosts(ctx.db, ctx.viewer, after, limit))

/** Returns users who like a post, latest first. @throws Problem 'not-found', or 'validation-failed' for the cursor */
export async function listLikers(
  ctx: UserContext,
  postId: PostId,
  { cursor, limit }: PageRequest,
): Promise<FollowListPage> {
  const post = await requireVisiblePost(ctx, postId)
  const rows = await selectLikers(ctx.db, ctx.viewer, post, parseTimedCursor(cursor), limit + 1)
  const { shown, last } = splitPage(rows, limit)
  return { users: shown.map(({ at: _, ...row }) => toUserCard(row)), cursor: last ? formatTimedCursor(last) : null }
}
