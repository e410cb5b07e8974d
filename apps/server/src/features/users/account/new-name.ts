import type { Context } from '#platform/context.ts'
import { selectNewName } from './username-queries.ts'

/** The username now of whoever had this one until less than ninety days ago. */
export const newNameOf = async ({ db, now }: Pick<Context, 'db' | 'now'>, former: string) =>
  (await selectNewName(db, former, now))?.username
