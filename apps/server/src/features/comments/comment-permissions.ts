import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectDeletableComment, selectReportableComment, selectVisibleComment } from './comment-change-queries.ts'

declare const own: unique symbol
declare const deletable: unique symbol
/** Id of a comment that the viewer wrote. Only `requireOwnComment` returns this type. */
export type OwnCommentId = CommentId & { [own]: true }
/** Id of a comment that the viewer may delete. Only `requireDeletableComment` returns this type. */
export type DeletableCommentId = CommentId & { [deletable]: true }

export const commentNotFoundProblem = () => new Problem('not-found', 'This comment is not available.')

/** Returns the comment's author, post and post author. @throws Problem 'not-found' if it is deleted or invisible. */
export async function requireVisibleComment(ctx: UserContext, id: CommentId) {
  const comment = await selectVisibleComment(ctx.db, ctx.viewer, id)
  if (!comment) throw commentNotFoundProblem()
  return comment
}

/** Checks that the viewer wrote the comment. @throws Problem 'not-found' (deleted or invisible), 'forbidden' */
export async function requireOwnComment(ctx: UserContext, id: CommentId): Promise<OwnCommentId> {
  const { authorId } = await requireVisibleComment(ctx, id)
  if (authorId !== ctx.viewer) throw new Problem('forbidden', 'Only its author may change a comment.')
  return id as OwnCommentId
}

/**
 * Checks that the viewer can see the comment or owns its post. Without the second case, a commenter could prevent a
 * report with a block.
 * @throws Problem 'not-found' if the comment is deleted, or the viewer neither sees it nor owns its post
 */
export async function requireReportableComment(ctx: UserContext, id: CommentId): Promise<void> {
  if (!(await selectReportableComment(ctx.db, ctx.viewer, id))) throw commentNotFoundProblem()
}

/** Checks that the viewer wrote the comment or its post; ignores blocks. @throws Problem 'not-found', 'forbidden' */
export async function requireDeletableComment(ctx: UserContext, id: CommentId): Promise<DeletableCommentId> {
  const comment = await selectDeletableComment(ctx.db, ctx.viewer, id)
  if (!comment) throw commentNotFoundProblem()
  const { authorId, postAuthorId } = comment
  if (authorId !== ctx.viewer && postAuthorId !== ctx.viewer)
    throw new Problem('forbidden', 'Only its author, or the author of the post, may delete a comment.')
  return id as DeletableCommentId
}
