import { selectSessionLives } from '#features/users/queries.ts'
import type { UserContext } from '#platform/context.ts'

/** Whether the session that a long answer began with still counts at `now`. */
export const sessionLives = async (ctx: Pick<UserContext, 'db' | 'session'>, now: Date) =>
  Boolean(await selectSessionLives(ctx.db, ctx.session, now))
