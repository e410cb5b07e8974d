import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import { erasureTimeOf, softDeleteUser } from './soft-delete.ts'

/** Runs `beforeDeletion`, then soft-deletes the account. Returns the erasure time; undefined if already deleted. */
export async function deleteAccountOf(
  ctx: Context,
  user: UserId,
  beforeDeletion?: (tx: Tx) => Promise<void>,
): Promise<Date | undefined> {
  const deletionTime = await ctx.transaction(async (tx) => {
    await beforeDeletion?.(tx)
    const deletedAt = await softDeleteUser(ctx, tx, user)
    if (!deletedAt) return undefined
    await tx.job('settle-departed', { user })
    await tx.job('mail-account-left', { user })
    return deletedAt
  })
  if (!deletionTime) return undefined
  ctx.log.info('account-left', { user, requestId: ctx.requestId })
  return erasureTimeOf(deletionTime)
}
