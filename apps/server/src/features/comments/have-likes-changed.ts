import type { Context } from '#platform/context.ts'
import { selectLikeCounts } from './queries.ts'

/** Returns whether a like count differs from `shownCounts`, which maps ids of posts and comments to counts. */
export async function haveLikesChanged(
  ctx: Pick<Context, 'db'>,
  shownCounts: ReadonlyMap<string, number>,
): Promise<boolean> {
  const rows = await selectLikeCounts(ctx.db, [...shownCounts.keys()])
  return rows.some(({ id, likeCount }) => likeCount !== shownCounts.get(id))
}
