import type { PostId } from '@pawtrait/contract/ids.ts'
import type { LikeState } from '@pawtrait/contract/likes.ts'
import { postNotFound, seesPost, visiblePost } from '#features/posts/visible-post.ts'
import { limitRate } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteLike, insertLike } from './queries.ts'

/** Likes a post; idempotent. @throws Problem 'not-found' as `visiblePost`; as `limitRate`. */
export async function likePost(ctx: UserContext, postId: PostId): Promise<LikeState> {
  const post = await visiblePost(ctx, postId)
  await limitRate(ctx, 'likes')
  const like = await insertLike(ctx.db, post, ctx.viewer, ctx.now)
  if (!like) throw postNotFound()
  if (like.changed) ctx.events.nudge()
  return { postId, likedByMe: true, likeCount: like.likeCount }
}

/**
 * Removes the viewer's like, if any, also from a post that they can no longer see: the returned count is then 0.
 * @throws Problem 'not-found' as `visiblePost`, only if there is no like.
 */
export async function unlikePost(ctx: UserContext, postId: PostId): Promise<LikeState> {
  const like = await deleteLike(ctx.db, postId, ctx.viewer, ctx.now)
  if (like?.changed) ctx.events.nudge()
  const isSeen = await seesPost(ctx, postId)
  if (!like || !(isSeen || like.changed)) throw postNotFound()
  return { postId, likedByMe: false, likeCount: isSeen ? like.likeCount : 0 }
}
