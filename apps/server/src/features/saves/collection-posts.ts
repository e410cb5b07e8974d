import type { CollectionId, PostId } from '@pawtrait/contract/ids.ts'
import { requireVisiblePost } from '#features/posts/visible-post.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { deleteCollectionPost, insertCollectionPost, insertSave, lockCollection, lockSavesOf } from './queries.ts'
import { collectionNotFoundProblem } from './view.ts'

/** Saves a post to the viewer's collection. @throws Problem 'not-found' for post or collection; 'too-many-requests' */
export async function addPostToCollection(ctx: UserContext, collectionId: CollectionId, postId: PostId) {
  const post = await requireVisiblePost(ctx, postId)
  await enforceRateLimit(ctx, 'collecting')
  await ctx.transaction(async (tx) => {
    await lockSavesOf(tx.db, ctx.viewer)
    if (!(await lockCollection(tx.db, ctx.viewer, collectionId))) throw collectionNotFoundProblem()
    await insertSave(tx.db, post.id, ctx.viewer, ctx.now)
    await insertCollectionPost(tx.db, collectionId, post.id, ctx.now)
  })
  return { collectionId, postId, holds: true }
}

/** Removes a post from a collection; the post remains saved. @throws Problem 'not-found' for post or collection */
export async function removePostFromCollection(ctx: UserContext, collectionId: CollectionId, postId: PostId) {
  const isOwn = (await lockCollection(ctx.db, ctx.viewer, collectionId)) !== undefined
  const wasThere = isOwn && (await deleteCollectionPost(ctx.db, collectionId, postId)) !== undefined
  if (!wasThere) await requireVisiblePost(ctx, postId)
  if (!isOwn) throw collectionNotFoundProblem()
  return { collectionId, postId, holds: false }
}
