import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectVisibleUser } from '#features/users/queries.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'

declare const visible: unique symbol
/** Id of a user who is known to be visible to the viewer. Only `requireVisibleUser` returns one. */
export type VisibleUserId = UserId & { [visible]: true }

export const userNotFoundProblem = () => new Problem('not-found', 'This user is not available.')

/** Returns whether the viewer may see the user. Used by actions that are always allowed, such as undoing a follow. */
export const canSeeUser = async (ctx: Pick<Context, 'db' | 'viewer'>, id: UserId): Promise<boolean> =>
  (await selectVisibleUser(ctx.db, ctx.viewer, id)) !== undefined

/** Checks that the viewer may see the user. @throws Problem 'not-found' for unknown and invisible users alike. */
export async function requireVisibleUser(ctx: Pick<Context, 'db' | 'viewer'>, id: UserId): Promise<VisibleUserId> {
  if (!(await selectVisibleUser(ctx.db, ctx.viewer, id))) throw userNotFoundProblem()
  return id as VisibleUserId
}
