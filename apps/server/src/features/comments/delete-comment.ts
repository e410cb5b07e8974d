import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteCommentRow, deleteEmptyTombstones, lockCommentAndAncestors } from './comment-change-queries.ts'
import { commentNotFoundProblem, requireDeletableComment } from './comment-permissions.ts'
import { selectCommentCount } from './queries.ts'
import type { DeletedComment } from './reader-queries.ts'

/** Deletes a comment; if it has replies, a tombstone remains. @throws the Problems of `requireDeletableComment` */
export async function deleteComment(
  ctx: UserContext,
  id: CommentId,
): Promise<{ postId: PostId; commentCount: number }> {
  const comment = await requireDeletableComment(ctx, id)
  return ctx.transaction(async ({ db, announce, emit }) => {
    const tombstones = await lockCommentAndAncestors(db, comment)
    const deletedComment = tombstones && (await deleteCommentRow(db, comment, ctx.viewer, ctx.now))
    if (!deletedComment) throw commentNotFoundProblem()
    if (tombstones.length > 0) await deleteEmptyTombstones(db, tombstones)
    const gone = deletedComment.authorId === ctx.viewer ? 'by-author' : 'by-post-author'
    await announce('comment-left', { ...deletedComment, commentId: id, gone } satisfies DeletedComment)
    await emit('comment-deleted', { commentId: id })
    const { postId } = deletedComment
    return { postId, commentCount: await selectCommentCount(db, ctx.viewer, postId) }
  })
}
