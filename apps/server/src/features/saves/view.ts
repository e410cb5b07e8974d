import type { CollectionId, PostId } from '@pawtrait/contract/ids.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import { photoView } from '#features/media/view.ts'
import { postsByIds } from '#features/posts/view.ts'
import type { UserContext } from '#platform/context.ts'
import {
  cursorAfter,
  openedCursor,
  readPage,
  type Scanned,
  type TimedKey,
  timedCursor,
  timedKeyOfCursor,
} from '#platform/cursor.ts'
import { Problem } from '#platform/problem.ts'
import { type CollectionRow, selectCollected, selectCollections, selectSaves } from './queries.ts'

type Page = { cursor?: string | undefined; limit: number }

/**
 * Posts the viewer saved, last saved first, as far as they may still see them.
 * @throws Problem 'validation-failed' for a cursor that is not ours.
 */
export const savedPosts = (ctx: UserContext, page: Page): Promise<PostPage> =>
  timedPage(ctx, page, (after, most) => selectSaves(ctx.db, ctx.viewer, after, most))

async function timedPage(
  ctx: UserContext,
  { cursor, limit }: Page,
  scan: (after: TimedKey | undefined, most: number) => Promise<(TimedKey & Scanned<PostId>)[]>,
): Promise<PostPage> {
  const after = timedKeyOfCursor(openedCursor(ctx, cursor))
  const { items, next } = await readPage(
    limit,
    (most) => scan(after, most),
    (rows) =>
      postsByIds(
        ctx,
        rows.map(({ id }) => id),
      ),
  )
  return { posts: items, cursor: cursorAfter(ctx, next, timedCursor) }
}

export const noCollection = () => new Problem('not-found', 'This collection is not available.')

const present = (ctx: UserContext, { pictures, ...row }: CollectionRow): Collection => ({
  ...row,
  pictures: pictures.map((photo) => ({ ...photoView(ctx, photo), alt: photo.alt })),
})

/** The viewer's collections by name; `post`: which of them hold it. */
export async function ownCollections(ctx: UserContext, post?: PostId): Promise<{ collections: Collection[] }> {
  return { collections: (await selectCollections(ctx.db, ctx.viewer, { post })).map((row) => present(ctx, row)) }
}

/** @throws Problem 'not-found' when it is another's or not there. */
export async function ownCollection(ctx: UserContext, id: CollectionId): Promise<Collection> {
  const [row] = await selectCollections(ctx.db, ctx.viewer, { id })
  if (!row) throw noCollection()
  return present(ctx, row)
}

/** The posts of the viewer's collection, last put in first. @throws Problem as `ownCollection` and `savedPosts`. */
export async function collectedPosts(ctx: UserContext, id: CollectionId, page: Page): Promise<PostPage> {
  await ownCollection(ctx, id)
  return timedPage(ctx, page, (after, most) =>
    selectCollected(ctx.db, { user: ctx.viewer, collection: id }, after, most),
  )
}
