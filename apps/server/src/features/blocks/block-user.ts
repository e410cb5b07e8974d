import type { BlockState } from '@pawtrait/contract/blocks.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { endRelationsBetween } from '#features/follows/follow-user.ts'
import { endInvitesBetween } from '#features/pets/invite-person.ts'
import { invalidateSignedUrls } from '#features/users/account/invalidate-signed-urls.ts'
import { requireVisibleUser } from '#features/users/account/visible-user.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deleteBlock, insertBlock, selectBlock } from './queries.ts'

/**
 * Blocks a user: both become invisible to each other. Ends follows, requests and close friendships; no notification.
 * @throws Problem 'not-found' for an unknown or invisible user, unless the viewer blocks them already; 'bad-request'
 *   for the viewer's own id; 'too-many-requests'.
 */
export async function blockUser(ctx: UserContext, id: UserId): Promise<BlockState> {
  if (id === ctx.viewer) throw new Problem('bad-request', 'You cannot block yourself.')
  // Only a new block requires a visible user, so that a repeated block succeeds. Users who block the viewer are
  // invisible.
  if (!(await selectBlock(ctx.db, ctx.viewer, id))) await requireVisibleUser(ctx, id)
  await enforceRateLimit(ctx, 'blocks')
  await ctx.transaction(async (tx) => {
    await endRelationsBetween(tx, ctx.viewer, id)
    await endInvitesBetween(tx, ctx.viewer, id, ctx.now)
    if (!(await insertBlock(tx.db, ctx.viewer, id, ctx.now))) return
    await invalidateSignedUrls(tx, [ctx.viewer, id])
    await tx.emit('user-blocked', { userId: id, by: ctx.viewer })
  })
  return { blockedByMe: true }
}

/** Unblocks a user; idempotent. Ended relations are not restored. */
export async function unblockUser(ctx: UserContext, id: UserId): Promise<BlockState> {
  await deleteBlock(ctx.db, ctx.viewer, id)
  return { blockedByMe: false }
}
