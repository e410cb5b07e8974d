import type { Comment, CommentChange } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type * as v from 'valibot'
import { findMentionedUsers, findNewlyMentionedUsers } from '#features/mentions/view.ts'
import { postNotFoundProblem, requireVisiblePost, type VisiblePostId } from '#features/posts/visible-post.ts'
import { refuseNewAccountLinks, wasCreatedByNewAccount } from '#features/users/new-account-limits.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem, refuseOutdatedEdit } from '#platform/problem.ts'
import {
  insertComment,
  lockCommentText,
  lockReplyParent,
  selectReplyPermission,
  updateComment,
} from './comment-change-queries.ts'
import { commentNotFoundProblem, requireOwnComment } from './comment-permissions.ts'
import { getComment } from './view.ts'

/** @throws Problem 'forbidden' when the post's reply control excludes the viewer. */
async function checkReplyControl(ctx: UserContext, post: VisiblePostId) {
  const permission = await selectReplyPermission(ctx.db, ctx.viewer, post)
  if (!permission || permission.may) return
  throw new Problem(
    'forbidden',
    permission.replies === 'nobody'
      ? 'Comments are off for this post.'
      : `Only followers of ${permission.username} can comment.`,
  )
}

/**
 * Writes a comment on a post, or a reply to a comment of any depth.
 * @throws Problem 'not-found' (post, parent), 'forbidden' (reply control), 'too-many-requests' above 20 a minute
 */
export async function createComment(
  ctx: UserContext,
  postId: PostId,
  { text, parentId }: { text: string; parentId: CommentId | null },
): Promise<Comment> {
  const post = await requireVisiblePost(ctx, postId)
  await checkReplyControl(ctx, post.id)
  await refuseNewAccountLinks(ctx, { text })
  await enforceRateLimit(ctx, 'comments')
  const mentions = await findMentionedUsers(ctx, text)
  const id = newId<CommentId>(ctx.now)
  await ctx.transaction(async ({ db, emit, announce, job }) => {
    const parent = parentId ? await lockReplyParent(db, ctx.viewer, post.id, parentId) : null
    if (parent === undefined) throw commentNotFoundProblem()
    const comment = { id, post: post.id, author: ctx.viewer, parent, text, now: ctx.now }
    if (!(await insertComment(db, comment))) throw postNotFoundProblem()
    await emit('comment-written', { commentId: id, postId, by: ctx.viewer, mentions })
    await announce('comment-arrived', { postId, commentId: id, authorId: ctx.viewer })
    if (wasCreatedByNewAccount(ctx.viewer, id)) await job('look-for-wave', { comment: id })
  })
  return getComment(ctx, id)
}

/** Returns the viewer's comment. @throws Problem 'not-found' when comment or post was deleted or became invisible */
export async function getUndeletedComment(ctx: UserContext, id: CommentId): Promise<Comment> {
  const comment = await getComment(ctx, id)
  if (comment.gone) throw commentNotFoundProblem()
  return comment
}

/**
 * Changes the viewer's comment; newly mentioned users are notified. `seen`: the `editedAt` that the client has read.
 * @throws Problem 'conflict' if `seen` is given and out of date; those of `requireOwnComment` and `enforceRateLimit`
 */
export async function editComment(
  ctx: UserContext,
  id: CommentId,
  { text, seen }: v.InferOutput<typeof CommentChange>,
): Promise<Comment> {
  const ownId = await requireOwnComment(ctx, id)
  await refuseNewAccountLinks(ctx, { text })
  await enforceRateLimit(ctx, 'comment-edits')
  await ctx.transaction(async (tx) => {
    const previous = await lockCommentText(tx.db, ownId)
    if (!previous) throw commentNotFoundProblem()
    if (previous.text === text) return
    refuseOutdatedEdit(seen, previous.editedAt, 'This comment was changed elsewhere.')
    await updateComment(tx.db, ownId, text, ctx.now)
    await tx.announce('comment-changed', { postId: previous.postId, commentId: id })
    if (wasCreatedByNewAccount(ctx.viewer, id)) await tx.job('look-for-wave', { comment: id })
    const mentions = await findNewlyMentionedUsers({ ...ctx, db: tx.db }, previous.text, text)
    if (mentions.length > 0)
      await tx.emit('comment-names', { commentId: id, postId: previous.postId, by: ctx.viewer, mentions })
  })
  return getComment(ctx, id)
}
