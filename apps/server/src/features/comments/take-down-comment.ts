import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { updateCommentPurged, updateCommentPutBack, updateCommentTakenDown } from './change-queries.ts'
import type { LeftComment } from './reader-queries.ts'

/** Moderators take a comment down: a gap stays in its place, and whoever has the post open sees it go. */
export async function takeDownComment({ db, announce }: Tx, commentId: CommentId, now: Date): Promise<void> {
  const gone = await updateCommentTakenDown(db, commentId, now)
  if (gone) await announce('comment-left', { ...gone, commentId, gone: 'by-moderator' } satisfies LeftComment)
}

export const putBackComment = ({ db }: Pick<Tx, 'db'>, id: CommentId) => updateCommentPutBack(db, id)

/** Its words go for good: the time for appeals is over. */
export const purgeComment = ({ db }: Pick<Tx, 'db'>, id: CommentId) => updateCommentPurged(db, id)
