import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { invalidatePhotoUrls, setPhotosPublic } from '#features/media/attach-photos.ts'
import type { Context, Tx } from '#platform/context.ts'
import { lockAuthor, selectAuthorsPublicPhotos, selectPhotoAccess } from './queries.ts'

/** Makes a post's photo URLs public or signed, depending on its visibility. Call it when the visibility changes. */
export async function updatePhotoAccess(tx: Tx, post: PostId): Promise<void> {
  const found = await selectPhotoAccess(tx.db, post)
  if (found) await setPhotosPublic(tx, found.photos, found.isOpen)
}

/** Does what `updatePhotoAccess` does, for a post that lost readers. Also invalidates the signed URLs issued so far. */
export async function restrictPhotoAccess(tx: Tx, post: PostId): Promise<void> {
  const found = await selectPhotoAccess(tx.db, post)
  if (!found) return
  await setPhotosPublic(tx, found.photos, found.isOpen)
  await invalidatePhotoUrls(tx, found.photos)
}

/** Makes the photo URLs of an author's public posts public, or signed if the account is now private. Idempotent. */
export const updateAuthorPhotoAccess = (ctx: Context, author: UserId) =>
  ctx.transaction(async (tx) => {
    const account = await lockAuthor(tx.db, author)
    if (account) await setPhotosPublic(tx, await selectAuthorsPublicPhotos(tx.db, author), !account.isPrivate)
  })
