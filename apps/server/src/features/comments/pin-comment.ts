import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { lockCommentPins, pinCommentRow, unpinCommentRow, unpinOtherComments } from './comment-change-queries.ts'
import { commentNotFoundProblem, requireVisibleComment } from './comment-permissions.ts'
import { getComment } from './view.ts'

/** @throws Problem 'not-found' for an invisible comment; 'forbidden' when the post is another user's. */
async function requireCommentOnOwnPost(ctx: UserContext, id: CommentId) {
  const comment = await requireVisibleComment(ctx, id)
  if (comment.postAuthorId !== ctx.viewer)
    throw new Problem('forbidden', 'Only the author of the post may pin a comment.')
  return comment
}

/** Pins a comment and unpins the earlier one. @throws Problem 'not-found', 'forbidden'; 'conflict' for a reply */
export async function pinComment(ctx: UserContext, id: CommentId): Promise<Comment> {
  const { postId, depth } = await requireCommentOnOwnPost(ctx, id)
  if (depth > 0) throw new Problem('conflict', 'A reply cannot be pinned, only what it answers.')
  await ctx.transaction(async ({ db, announce }) => {
    await lockCommentPins(db, postId)
    const unpinnedComments = await unpinOtherComments(db, postId, id)
    if (!(await pinCommentRow(db, id, ctx.now))) throw commentNotFoundProblem()
    for (const commentId of [...unpinnedComments.map((unpinned) => unpinned.id), id])
      await announce('comment-changed', { postId, commentId })
  })
  return getComment(ctx, id)
}

/** Unpins a comment. @throws Problem 'not-found', 'forbidden'. */
export async function unpinComment(ctx: UserContext, id: CommentId): Promise<Comment> {
  const { postId } = await requireCommentOnOwnPost(ctx, id)
  await ctx.transaction(async ({ db, announce }) => {
    await unpinCommentRow(db, id)
    await announce('comment-changed', { postId, commentId: id })
  })
  return getComment(ctx, id)
}
