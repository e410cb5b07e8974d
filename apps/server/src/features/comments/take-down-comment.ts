import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { purgeCommentRow, restoreCommentRow, takeDownCommentRow } from './change-queries.ts'
import type { DeletedComment } from './reader-queries.ts'

/** Takes a comment down for moderators: a tombstone remains, and users who have the post open get a live message. */
export async function takeDownComment({ db, announce }: Tx, commentId: CommentId, now: Date): Promise<void> {
  const takenDown = await takeDownCommentRow(db, commentId, now)
  if (takenDown)
    await announce('comment-left', { ...takenDown, commentId, gone: 'by-moderator' } satisfies DeletedComment)
}

export const restoreComment = ({ db }: Pick<Tx, 'db'>, id: CommentId) => restoreCommentRow(db, id)

/** Deletes the text of a comment that was taken down, when the time for appeals is over. */
export const purgeComment = ({ db }: Pick<Tx, 'db'>, id: CommentId) => purgeCommentRow(db, id)
