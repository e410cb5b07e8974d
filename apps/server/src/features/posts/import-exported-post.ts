import type { PetId, PhotoId, PostId } from '@pawtrait/contract/ids.ts'
import type { NewPost } from '@pawtrait/contract/posts.ts'
import type * as v from 'valibot'
import { backdatePhotos } from '#features/media/import-photo.ts'
import { accountAgeInDays, NEW_ACCOUNT_DAYS } from '#features/users/new-account-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { insertPostWithPhotos } from './create-post.ts'
import { pinPostIfNoneIsPinned, updateArchivedAt } from './edit-queries.ts'
import { isImportWithinLimit } from './import-limit.ts'
import { selectOwnPosts } from './imported-queries.ts'
import { updatePhotoAccess } from './photo-access.ts'
import { lockAuthor, markPostReady, selectPetsCaredFor } from './queries.ts'

/** A post to import, with ready photos. The import omits pets that the viewer does not care for. */
export type ExportedPost = Pick<v.InferOutput<typeof NewPost>, 'caption' | 'place' | 'audience' | 'replies'> & {
  id: PostId
  photos: readonly { id: PhotoId; alt: string }[]
  pets: readonly PetId[]
  postedAt: Date
  archivedAt: Date | null
  pinnedAt: Date | null
}

export const hasImportedPost = async (ctx: UserContext, ids: readonly PostId[]): Promise<boolean> =>
  (await selectOwnPosts(ctx.db, ctx.viewer, ids)).length > 0

/** Thrown if an import with a date in the last 24 hours would exceed the daily limit of posts. */
export class DailyPostLimitError extends Error {}

/**
 * Imports a post with its original date; sends no notifications. `also` runs in the transaction. Returns false if the
 * post exists.
 * @throws DailyPostLimitError; Problem 'not-found' for a photo in use or another user's; 'picture-taken-down'.
 */
export const importExportedPost = (
  ctx: UserContext,
  post: ExportedPost,
  also: (tx: Tx) => Promise<void>,
): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    await lockAuthor(tx.db, ctx.viewer)
    if ((await selectOwnPosts(tx.db, ctx.viewer, [post.id])).length > 0) return false
    await insertImportedPost(ctx, tx, post)
    if (!(await isImportWithinLimit(ctx, tx.db, post.postedAt))) throw new DailyPostLimitError()
    if (accountAgeInDays(ctx.viewer, ctx.now) < NEW_ACCOUNT_DAYS) await tx.job('look-for-wave', { post: post.id })
    await also(tx)
    return true
  })

async function insertImportedPost(ctx: UserContext, tx: Tx, { postedAt, archivedAt, pinnedAt, ...post }: ExportedPost) {
  const { id, photos } = post
  const pets = await selectPetsCaredFor(tx.db, ctx.viewer, post.pets, ctx.now)
  await insertPostWithPhotos(tx, { ...post, author: ctx.viewer, pets, now: postedAt }, ctx.now)
  const photoIds = photos.map((photo) => photo.id)
  await backdatePhotos(tx, photoIds, postedAt)
  if (archivedAt) {
    await updateArchivedAt(tx.db, id, archivedAt.toISOString())
    await updatePhotoAccess(tx, id)
  } else if (pinnedAt) await pinPostIfNoneIsPinned(tx.db, ctx.viewer, id, pinnedAt)
  if (!(await markPostReady(tx.db, id))) throw new Error('a photo of a post from elsewhere is not ready')
}
