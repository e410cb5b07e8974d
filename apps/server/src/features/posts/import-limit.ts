import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { countPostsOfLastDay } from './imported-queries.ts'

/** Returns whether the daily limit allows an imported post. It always allows a post dated more than a day ago. */
export async function isImportWithinLimit(ctx: UserContext, db: Db, postedAt: Date): Promise<boolean> {
  if (ctx.now.getTime() - postedAt.getTime() > DAY_MS) return true
  return (await countPostsOfLastDay(db, ctx.viewer, ctx.now)) <= ctx.config.postsPerDay
}
