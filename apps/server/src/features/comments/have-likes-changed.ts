import type { Context } from '#platform/context.ts'
import { selectLikeCounts } from './queries.ts'

/** Returns whether stored like counts of posts and comments differ from the counts in `shown`, by id. */
export async function haveLikesChanged(ctx: Pick<Context, 'db'>, shown: ReadonlyMap<string, number>): Promise<boolean> {
  const rows = await selectLikeCounts(ctx.db, [...shown.keys()])
  return rows.some(({ id, likeCount }) => likeCount !== shown.get(id))
}
