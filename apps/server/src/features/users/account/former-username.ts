import { selectUserOfFormerUsername } from '#features/users/queries.ts'
import type { Context } from '#platform/context.ts'

/** Returns id and current username of the user who gave up this username less than ninety days ago. */
export const findUserByFormerUsername = ({ db, now }: Pick<Context, 'db' | 'now'>, username: string) =>
  selectUserOfFormerUsername(db, username, now)

export const findCurrentUsername = async (ctx: Pick<Context, 'db' | 'now'>, former: string) =>
  (await findUserByFormerUsername(ctx, former))?.username
