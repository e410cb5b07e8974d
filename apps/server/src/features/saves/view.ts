import type { CollectionId, PostId } from '@pawtrait/contract/ids.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { Collection } from '@pawtrait/contract/saves.ts'
import { photoView } from '#features/media/view.ts'
import { type PageRequest, timedPosts } from '#features/posts/timed-posts.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { type CollectionRow, selectCollected, selectCollections, selectSaves } from './queries.ts'

/** Returns visible posts that the viewer saved, last saved first. @throws Problem as `timedPosts`. */
export const savedPosts = (ctx: UserContext, page: PageRequest): Promise<PostPage> =>
  timedPosts(ctx, page, (after, most) => selectSaves(ctx.db, ctx.viewer, after, most))

export const noCollection = () => new Problem('not-found', 'This collection is not available.')

const present = (ctx: UserContext, { pictures, ...row }: CollectionRow): Collection => ({
  ...row,
  pictures: pictures.map((photo) => ({ ...photoView(ctx, photo), alt: photo.alt })),
})

/** Returns the viewer's collections, sorted by name. `holds`: whether the collection contains `post`. */
export async function ownCollections(ctx: UserContext, post?: PostId): Promise<{ collections: Collection[] }> {
  return { collections: (await selectCollections(ctx.db, ctx.viewer, { post })).map((row) => present(ctx, row)) }
}

/** Returns a collection of the viewer. @throws Problem 'not-found' when it does not exist or has another owner. */
export async function ownCollection(ctx: UserContext, id: CollectionId): Promise<Collection> {
  const [row] = await selectCollections(ctx.db, ctx.viewer, { id })
  if (!row) throw noCollection()
  return present(ctx, row)
}

/** Returns the posts of an own collection, last added first. @throws Problem as `ownCollection` and `savedPosts`. */
export async function collectedPosts(ctx: UserContext, id: CollectionId, page: PageRequest): Promise<PostPage> {
  await ownCollection(ctx, id)
  return timedPosts(ctx, page, (after, most) =>
    selectCollected(ctx.db, { user: ctx.viewer, collection: id }, after, most),
  )
}
