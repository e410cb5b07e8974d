import type { PostPage } from '@pawtrait/contract/posts.ts'
import { postsByIds } from '#features/posts/view.ts'
import type { UserContext } from '#platform/context.ts'
import { placeOfCursor, readPage, timedCursor } from '#platform/cursor.ts'
import { selectSaves } from './queries.ts'

/**
 * Posts the viewer saved, last saved first, as far as they may still see them.
 * @throws Problem 'validation-failed' for a cursor that is not ours.
 */
export async function savedPosts(
  ctx: UserContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<PostPage> {
  const after = placeOfCursor(cursor)
  const { items, next } = await readPage(
    limit,
    (most) => selectSaves(ctx.db, ctx.viewer, after, most),
    (places) =>
      postsByIds(
        ctx,
        places.map(({ id }) => id),
      ),
  )
  return { posts: items, cursor: next && timedCursor(next) }
}
