import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import { erasureTimeOf, softDeleteUser } from './soft-delete.ts'

/** Runs `first`, then soft-deletes the account. Returns the erasure time; undefined if it was deleted already. */
export async function deleteAccountOf(
  ctx: Context,
  user: UserId,
  first?: (tx: Tx) => Promise<void>,
): Promise<Date | undefined> {
  const leftAt = await ctx.transaction(async (tx) => {
    await first?.(tx)
    const deletedAt = await softDeleteUser(ctx, tx, user)
    if (!deletedAt) return undefined
    await tx.job('settle-departed', { user })
    await tx.job('mail-account-left', { user })
    return deletedAt
  })
  if (!leftAt) return undefined
  ctx.log.info('account-left', { user, requestId: ctx.requestId })
  return erasureTimeOf(leftAt)
}
