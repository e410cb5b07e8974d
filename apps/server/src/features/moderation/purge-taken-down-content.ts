import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { CommentId, DecisionId, PetId, PostId } from '@pawtrait/contract/ids.ts'
import { APPEAL_DAYS } from '@pawtrait/contract/moderation/decisions.ts'
import { purgeComment } from '#features/comments/take-down-comment.ts'
import { purgePet } from '#features/pets/take-down-pet.ts'
import { purgePost } from '#features/posts/take-down-post.ts'
import type { Context, Tx } from '#platform/context.ts'
import { forEachRow } from '#platform/database/for-each-row.ts'
import { lockOwners } from './apply-decision.ts'
import {
  lockDecision,
  markDecisionPurged,
  type StoredDecisionRow,
  selectPurgeableDecisions,
} from './decision-queries.ts'

const BATCH_SIZE = 100

// Another job purges stories. Profiles need no purge, because a take-down removes bio and picture from the profile.
async function purgeContent(tx: Tx, { kind, subjectId }: StoredDecisionRow, now: Date) {
  if (kind === 'post') await purgePost(tx, subjectId as PostId, now)
  if (kind === 'pet') await purgePet(tx, subjectId as PetId, now)
  if (kind === 'comment') await purgeComment(tx, subjectId as CommentId)
}

/** Permanently deletes taken-down content when the appeal period is over. */
export async function purgeTakenDownContent(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - APPEAL_DAYS * DAY_MS)
  await forEachRow(
    ctx,
    'purge-taken-down',
    (after) => selectPurgeableDecisions(ctx.db, before, after, BATCH_SIZE),
    (decision) =>
      ctx.transaction(async (tx) => {
        await lockOwners(tx, decision)
        await purgeDecision(tx, decision.id, ctx.now)
      }),
  )
}

async function purgeDecision(tx: Tx, id: DecisionId, now: Date) {
  const row = await lockDecision(tx.db, id)
  if (row?.subjectId && !row.undoneAt) await purgeContent(tx, row, now)
  await markDecisionPurged(tx.db, id, now)
}
