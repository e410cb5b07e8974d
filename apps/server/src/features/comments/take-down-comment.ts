import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { purgeCommentRow, restoreCommentRow, takeDownCommentRow } from './comment-change-queries.ts'
import type { DeletedComment } from './reader-queries.ts'

/** Takes down a comment for moderators; a tombstone remains. Users with the post open get a live message. */
export async function takeDownComment({ db, announce, emit }: Tx, commentId: CommentId, now: Date): Promise<void> {
  const comment = await takeDownCommentRow(db, commentId, now)
  if (!comment) return
  await announce('comment-left', { ...comment, commentId, gone: 'by-moderator' } satisfies DeletedComment)
  await emit('comment-deleted', { commentId })
}

export const restoreComment = ({ db }: Pick<Tx, 'db'>, id: CommentId) => restoreCommentRow(db, id)

/** Deletes text and likes of a comment that was taken down, after the time for appeals. */
export const purgeComment = ({ db }: Pick<Tx, 'db'>, id: CommentId) => purgeCommentRow(db, id)
