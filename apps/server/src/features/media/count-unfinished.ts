import type { Context } from '#platform/context.ts'
import { countPhotosUnfinished } from './queries.ts'

// What takes longer was interrupted, or the machine is short of something.
const onTheWayMs = 5 * 60_000

/** How many accepted photos should be ready by now and are not: above 0 the operator should look into the log. */
export const countUnfinished = (ctx: Context): Promise<number> =>
  countPhotosUnfinished(ctx.db, new Date(ctx.now.getTime() - onTheWayMs))
