import { lockUsers } from '#features/users/account/lock-users.ts'
import { suspensionsOver } from '#features/users/account/moderation-status.ts'
import type { Context } from '#platform/context.ts'
import { eachRow } from '#platform/database/each-row.ts'
import { applyModerationStatus } from './enact-decision.ts'

const AT_ONCE = 100

export async function endSuspensions(ctx: Context): Promise<void> {
  await eachRow(
    ctx,
    'end-suspensions',
    (after) => suspensionsOver(ctx, after, AT_ONCE),
    ({ id: user }) =>
      ctx.transaction(async (tx) => {
        await lockUsers(tx, user)
        await applyModerationStatus(ctx, tx, user)
      }),
  )
}
