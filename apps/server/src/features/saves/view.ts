import type { CollectionId, PostId } from '@pawtrait/contract/ids.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import { toPhoto } from '#features/media/view.ts'
import { type PageRequest, readPostPageByTime } from '#features/posts/post-page-by-time.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { type CollectionRow, selectCollectionPosts, selectCollections, selectSaves } from './queries.ts'

/** Returns the viewer's visible saves, last saved first. @throws Problem 'validation-failed' for an invalid cursor */
export const getSavedPosts = (ctx: UserContext, page: PageRequest): Promise<PostPage> =>
  readPostPageByTime(ctx, page, (after, limit) => selectSaves(ctx.db, ctx.viewer, after, limit))

export const collectionNotFoundProblem = () => new Problem('not-found', 'This collection is not available.')

const present = (ctx: UserContext, { pictures, ...row }: CollectionRow): Collection => ({
  ...row,
  pictures: pictures.map((photo) => ({ ...toPhoto(ctx, photo), alt: photo.alt })),
})

/** Returns the viewer's collections, sorted by name. `holds` is true if a collection contains `post`. */
export async function listCollections(ctx: UserContext, post?: PostId): Promise<{ collections: Collection[] }> {
  return { collections: (await selectCollections(ctx.db, ctx.viewer, { post })).map((row) => present(ctx, row)) }
}

/** Returns a collection of the viewer. @throws Problem 'not-found' when it does not exist or has another owner. */
export async function getCollection(ctx: UserContext, id: CollectionId): Promise<Collection> {
  const [row] = await selectCollections(ctx.db, ctx.viewer, { id })
  if (!row) throw collectionNotFoundProblem()
  return present(ctx, row)
}

/** Returns a collection's posts, last added first. @throws Problem 'not-found'; 'validation-failed' for a bad cursor */
export async function getCollectionPosts(ctx: UserContext, id: CollectionId, page: PageRequest): Promise<PostPage> {
  await getCollection(ctx, id)
  return readPostPageByTime(ctx, page, (after, limit) =>
    selectCollectionPosts(ctx.db, { user: ctx.viewer, collection: id }, after, limit),
  )
}
