import { lockUsers } from '#features/users/account/lock-users.ts'
import { suspensionsOver } from '#features/users/account/standing.ts'
import type { Context } from '#platform/context.ts'
import { settleStanding } from './enact-decision.ts'

// More end a minute later.
const AT_ONCE = 100

/** Ends suspensions whose time is over: the account is as it was. */
export async function endSuspensions(ctx: Context): Promise<void> {
  for (const { user } of await suspensionsOver(ctx, AT_ONCE))
    await ctx.transaction(async (tx) => {
      await lockUsers(tx, user)
      await settleStanding(ctx, tx, user)
    })
}
