import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteCommentRow, deleteEmptyHusks, lockBranch } from './change-rows.sql.ts'
import { deletableComment, noComment } from './own-comment.ts'
import { selectCommentCount } from './queries.ts'

/**
 * Deletes a comment of the viewer's, or one under their post. With answers it stays as an empty husk, else it vanishes;
 * husks above it vanish with their last answer.
 * @throws Problem as `deletableComment`.
 */
export async function deleteComment(
  ctx: UserContext,
  id: CommentId,
): Promise<{ postId: PostId; commentCount: number }> {
  const comment = await deletableComment(ctx, id)
  return ctx.transaction(async ({ db }) => {
    const husks = await lockBranch(db, comment)
    const deleted = husks && (await deleteCommentRow(db, comment, ctx.viewer, ctx.now))
    if (!deleted) throw noComment()
    if (husks.length > 0) await deleteEmptyHusks(db, husks)
    return { ...deleted, commentCount: await selectCommentCount(db, ctx.viewer, deleted.postId) }
  })
}
