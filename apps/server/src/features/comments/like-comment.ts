import type { CommentLikeState } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteCommentLike, insertCommentLike, selectVisibleComment } from './comment-change-queries.ts'
import { commentNotFoundProblem, requireVisibleComment } from './comment-permissions.ts'

/** Likes a comment; idempotent. @throws Problem 'not-found' if it is invisible; the Problems of `enforceRateLimit`. */
export async function likeComment(ctx: UserContext, id: CommentId): Promise<CommentLikeState> {
  await requireVisibleComment(ctx, id)
  await enforceRateLimit(ctx, 'likes')
  return ctx.transaction(async ({ db, emit }) => {
    const like = await insertCommentLike(db, id, ctx.viewer, ctx.now)
    if (!like) throw commentNotFoundProblem()
    if (like.changed) await emit('comment-liked', { commentId: id, by: ctx.viewer })
    return { commentId: id, likedByMe: true, likeCount: like.likeCount }
  })
}

/**
 * Unlikes a comment. Returns the count 0 if the viewer cannot see the comment.
 * @throws Problem 'not-found' if the viewer cannot see the comment and did not like it
 */
export async function unlikeComment(ctx: UserContext, id: CommentId): Promise<CommentLikeState> {
  const like = await ctx.transaction(async ({ db, emit }) => {
    const result = await deleteCommentLike(db, id, ctx.viewer)
    if (result?.changed) await emit('comment-unliked', { commentId: id, by: ctx.viewer })
    return result
  })
  const isSeen = (await selectVisibleComment(ctx.db, ctx.viewer, id)) !== undefined
  if (!like || !(isSeen || like.changed)) throw commentNotFoundProblem()
  return { commentId: id, likedByMe: false, likeCount: isSeen ? like.likeCount : 0 }
}
