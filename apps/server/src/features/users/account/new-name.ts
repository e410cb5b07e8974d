import { selectNewName } from '#features/users/queries.ts'
import type { Context } from '#platform/context.ts'

/** Returns id and current username of the user who gave up this username less than ninety days ago. */
export const holderOfFormer = ({ db, now }: Pick<Context, 'db' | 'now'>, username: string) =>
  selectNewName(db, username, now)

export const newNameOf = async (ctx: Pick<Context, 'db' | 'now'>, former: string) =>
  (await holderOfFormer(ctx, former))?.username
