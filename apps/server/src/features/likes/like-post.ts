import type { PostId } from '@pawtrait/contract/ids.ts'
import type { LikeState } from '@pawtrait/contract/likes.ts'
import { canSeePost, postNotFoundProblem, requireVisiblePost } from '#features/posts/visible-post.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteLike, insertLike } from './queries.ts'

/** Likes a post; idempotent. @throws Problem 'not-found' for an invisible post; the Problems of `enforceRateLimit`. */
export async function likePost(ctx: UserContext, postId: PostId): Promise<LikeState> {
  const post = await requireVisiblePost(ctx, postId)
  await enforceRateLimit(ctx, 'likes')
  const like = await insertLike(ctx.db, post, ctx.viewer, ctx.now)
  if (!like) throw postNotFoundProblem()
  if (like.changed) ctx.events.nudge()
  return { postId, likedByMe: true, likeCount: like.likeCount }
}

/**
 * Unlikes a post. Returns the count 0 if the viewer cannot see the post.
 * @throws Problem 'not-found' if the viewer cannot see the post and did not like it
 */
export async function unlikePost(ctx: UserContext, postId: PostId): Promise<LikeState> {
  const like = await deleteLike(ctx.db, postId, ctx.viewer, ctx.now)
  if (like?.changed) ctx.events.nudge()
  const isSeen = await canSeePost(ctx, postId)
  if (!like || !(isSeen || like.changed)) throw postNotFoundProblem()
  return { postId, likedByMe: false, likeCount: isSeen ? like.likeCount : 0 }
}
