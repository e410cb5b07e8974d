import type { UserId } from '@pawtrait/contract/ids.ts'
import { invalidateSignedUrls } from '#features/users/account/invalidate-signed-urls.ts'
import { requireVisibleUser } from '#features/users/account/visible-user.ts'
import type { UserContext } from '#platform/context.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { lockVisibleUser } from './lock-visible-user.ts'
import { deleteCloseFriend, insertCloseFriend } from './queries.ts'

const MAX_FRIENDS = 500

/** Adds a close friend silently. @throws Problem 'validation-failed' (own id), 'not-found', 'conflict' above 500 */
export async function addCloseFriend(ctx: UserContext, id: UserId): Promise<void> {
  if (id === ctx.viewer) throw fieldProblem('id', 'self', 'You see your own posts anyway.')
  await requireVisibleUser(ctx, id)
  await ctx.transaction(async (tx) => {
    const user = await lockVisibleUser(ctx, tx, id)
    if (!(await insertCloseFriend(tx.db, ctx.viewer, user, MAX_FRIENDS, ctx.now)))
      throw new Problem('conflict', 'You have 500 close friends already. Remove someone first.')
  })
}

/** Removes a close friend of the viewer, even if the viewer cannot see that user. */
export const removeCloseFriend = async (ctx: UserContext, id: UserId): Promise<void> => {
  await ctx.transaction(async (tx) => {
    await deleteCloseFriend(tx.db, ctx.viewer, id)
    await invalidateSignedUrls(tx, [ctx.viewer])
  })
}
