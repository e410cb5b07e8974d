import { lockUsers } from '#features/users/account/lock-users.ts'
import { endStandIn } from '#features/users/account/show-image.ts'
import type { Context } from '#platform/context.ts'
import { selectLapsedStandIns, selectStanding } from './people-queries.ts'

const AT_ONCE = 200

/** A sitter whose time is over wears the pet's portrait no more. */
export async function endSitting(ctx: Context): Promise<void> {
  for (;;) {
    const lapsed = await selectLapsedStandIns(ctx.db, ctx.now, AT_ONCE)
    for (const { pet, user } of lapsed)
      await ctx.transaction(async (tx) => {
        await lockUsers(tx, user)
        // They may have been asked to stay meanwhile.
        if (!(await selectStanding(tx.db, pet, user, ctx.now))) await endStandIn(tx, user, pet)
      })
    if (lapsed.length < AT_ONCE) return
  }
}
