import { lockUsers } from '#features/users/account/lock-users.ts'
import { findExpiredSuspensions } from '#features/users/account/moderation-status.ts'
import type { Context } from '#platform/context.ts'
import { forEachRow } from '#platform/database/for-each-row.ts'
import { applyModerationStatus } from './apply-decision.ts'

const BATCH_SIZE = 100

export async function endSuspensions(ctx: Context): Promise<void> {
  await forEachRow(
    ctx,
    'end-suspensions',
    (after) => findExpiredSuspensions(ctx, after, BATCH_SIZE),
    ({ id: user }) =>
      ctx.transaction(async (tx) => {
        await lockUsers(tx, user)
        await applyModerationStatus(ctx, tx, user)
      }),
  )
}
