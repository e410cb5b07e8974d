import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectVisibleUser } from '#features/users/queries.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'

declare const seen: unique symbol
/** A user id whose visibility to the viewer has been checked. Only `visibleUser` makes one. */
export type VisibleUserId = UserId & { [seen]: true }

export const noUser = () => new Problem('not-found', 'This user is not available.')

/** Whether the viewer may see the user, for what they may take back either way. */
export const seesUser = async (ctx: Pick<Context, 'db' | 'viewer'>, id: UserId): Promise<boolean> =>
  (await selectVisibleUser(ctx.db, ctx.viewer, id)) !== undefined

/**
 * Proves that the viewer may see the user.
 * @throws Problem 'not-found' when there is no such account, or not for them: the answer must not reveal which.
 */
export async function visibleUser(ctx: Pick<Context, 'db' | 'viewer'>, id: UserId): Promise<VisibleUserId> {
  if (!(await selectVisibleUser(ctx.db, ctx.viewer, id))) throw noUser()
  return id as VisibleUserId
}
