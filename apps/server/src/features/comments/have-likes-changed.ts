import type { Context } from '#platform/context.ts'
import { selectLikeCounts } from './queries.ts'

/** Returns whether a stored like count differs from `shown`, a map from ids of posts and comments to counts. */
export async function haveLikesChanged(ctx: Pick<Context, 'db'>, shown: ReadonlyMap<string, number>): Promise<boolean> {
  const rows = await selectLikeCounts(ctx.db, [...shown.keys()])
  return rows.some(({ id, likeCount }) => likeCount !== shown.get(id))
}
