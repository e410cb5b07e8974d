import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { SetsAside } from '#platform/database/set-aside.ts'
import { deleteEmptyTombstones, lockBranch } from './change-queries.ts'
import {
  deleteDepartedComment,
  deleteTakenDownWords,
  putCommentLikes,
  selectSaid,
  takeCommentLikes,
} from './departed-queries.ts'
import type { DeletableCommentId } from './own-comment.ts'

const AT_ONCE = 200

/** Likes of comments by somebody who has left, which nobody sees or counts until they come back. */
export const departedCommentLikes: SetsAside = { kind: 'comment-like', take: takeCommentLikes, put: putCommentLikes }

/** Erases what somebody who has left had said: where it was answered a gap stays, which names nobody. */
export async function eraseComments(ctx: Context, user: UserId): Promise<void> {
  await deleteTakenDownWords(ctx.db, user)
  for (let said = await selectSaid(ctx.db, user, AT_ONCE); said.length > 0; ) {
    for (const id of said)
      await ctx.transaction(async ({ db }) => {
        const tombstones = await lockBranch(db, id as DeletableCommentId)
        if (!tombstones) return
        await deleteDepartedComment(db, id, ctx.now)
        if (tombstones.length > 0) await deleteEmptyTombstones(db, tombstones)
      })
    said = await selectSaid(ctx.db, user, AT_ONCE)
  }
}
