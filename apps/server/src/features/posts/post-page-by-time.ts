import type { PostId } from '@pawtrait/contract/ids.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { UserContext } from '#platform/context.ts'
import {
  createNextCursor,
  formatTimedCursor,
  parseTimedCursor,
  readPage,
  type ScannedRow,
  type TimedKey,
  unsealCursor,
} from '#platform/database/cursor.ts'
import { getPostsByIds } from './read-posts.ts'

export type PageRequest = { cursor?: string | undefined; limit: number }

/** Returns a page of a list such as liked posts, last added first. @throws Problem 'validation-failed' (bad cursor) */
export async function readPostPageByTime(
  ctx: UserContext,
  { cursor, limit }: PageRequest,
  scan: (after: TimedKey | undefined, most: number) => Promise<(TimedKey & ScannedRow<PostId>)[]>,
): Promise<PostPage> {
  const after = parseTimedCursor(unsealCursor(ctx, cursor))
  const { items, next } = await readPage(
    limit,
    (most) => scan(after, most),
    (rows) =>
      getPostsByIds(
        ctx,
        rows.map(({ id }) => id),
      ),
  )
  return { posts: items, cursor: createNextCursor(ctx, next, formatTimedCursor) }
}
