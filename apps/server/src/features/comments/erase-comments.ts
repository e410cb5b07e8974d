import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { DetachableRows } from '#platform/database/detachable-rows.ts'
import { deleteEmptyTombstones, lockCommentAndAncestors } from './comment-change-queries.ts'
import type { DeletableCommentId } from './comment-permissions.ts'
import {
  deleteTakenDownTexts,
  detachCommentLikes,
  eraseCommentRow,
  reattachCommentLikes,
  selectCommentsOfUser,
} from './detachable-queries.ts'

const BATCH_SIZE = 200

/** Comment likes of a deleted or suspended account. They are hidden and not counted until the account is restored. */
export const detachableCommentLikes: DetachableRows = {
  kind: 'comment-like',
  detach: detachCommentLikes,
  reattach: reattachCommentLikes,
}

/** Erases all comments of a deleted account. A comment with replies remains as an anonymous tombstone. */
export async function eraseComments(ctx: Context, user: UserId): Promise<void> {
  await deleteTakenDownTexts(ctx.db, user)
  for (let batch = await selectCommentsOfUser(ctx.db, user, BATCH_SIZE); batch.length > 0; ) {
    for (const id of batch)
      await ctx.transaction(async ({ db }) => {
        const tombstones = await lockCommentAndAncestors(db, id as DeletableCommentId)
        if (!tombstones) return
        await eraseCommentRow(db, id, ctx.now)
        if (tombstones.length > 0) await deleteEmptyTombstones(db, tombstones)
      })
    batch = await selectCommentsOfUser(ctx.db, user, BATCH_SIZE)
  }
}
