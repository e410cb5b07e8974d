import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { selectPostsOfLastDay } from './imported-queries.ts'

/**
 * Whether the daily limit of posts has room for an imported one, which the caller has written already. Older dates
 * always have: an archive of years is imported at once.
 */
export async function hasRoomForImport(ctx: UserContext, db: Db, postedAt: Date): Promise<boolean> {
  if (ctx.now.getTime() - postedAt.getTime() > DAY_MS) return true
  return (await selectPostsOfLastDay(db, ctx.viewer, ctx.now)) <= ctx.config.postsPerDay
}
