import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { deletableComment, noComment } from './own-comment.ts'
import { deleteCommentRow, deleteEmptyHusk, lockComment } from './queries.ts'

/**
 * Deletes a comment of the viewer's, or one under their post. With answers it stays as an empty husk, else it vanishes;
 * a husk vanishes with its last answer.
 * @throws Problem as `deletableComment`.
 */
export async function deleteComment(
  ctx: UserContext,
  id: CommentId,
): Promise<{ postId: PostId; commentCount: number }> {
  const comment = await deletableComment(ctx, id)
  return ctx.transaction(async ({ db }) => {
    const locked = await lockComment(db, comment)
    const deleted = locked && (await deleteCommentRow(db, comment, ctx.now))
    if (!deleted) throw noComment()
    if (locked.parent) await deleteEmptyHusk(db, locked.parent)
    return deleted
  })
}
