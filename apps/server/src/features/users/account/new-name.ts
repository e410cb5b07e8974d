import { selectNewName } from '#features/users/queries.ts'
import type { Context } from '#platform/context.ts'

/** Id and username now of whoever had this username until less than ninety days ago. */
export const holderOfFormer = ({ db, now }: Pick<Context, 'db' | 'now'>, username: string) =>
  selectNewName(db, username, now)

/** The username now of whoever had this one until less than ninety days ago. */
export const newNameOf = async (ctx: Pick<Context, 'db' | 'now'>, former: string) =>
  (await holderOfFormer(ctx, former))?.username
