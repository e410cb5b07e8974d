import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { invalidatePhotoUrls, setPhotosPublic } from '#features/media/attach-photos.ts'
import type { Context, Tx } from '#platform/context.ts'
import { lockAuthor, selectAuthorsPublicPhotos, selectPhotoAccess } from './queries.ts'

/** Makes a post's photo URLs public or signed, depending on its visibility. Call it when the visibility changes. */
export async function updatePhotoAccess(tx: Tx, post: PostId): Promise<void> {
  const access = await selectPhotoAccess(tx.db, post)
  if (access) await setPhotosPublic(tx, access.photos, access.isOpen)
}

/** Does what `updatePhotoAccess` does, for a post that lost readers. Also invalidates the signed URLs issued so far. */
export async function restrictPhotoAccess(tx: Tx, post: PostId): Promise<void> {
  const access = await selectPhotoAccess(tx.db, post)
  if (!access) return
  await setPhotosPublic(tx, access.photos, access.isOpen)
  await invalidatePhotoUrls(tx, access.photos)
}

/** Makes the photo URLs of an author's public posts public, or signed if the account is now private. Idempotent. */
export const updateAuthorPhotoAccess = (ctx: Context, author: UserId) =>
  ctx.transaction(async (tx) => {
    const account = await lockAuthor(tx.db, author)
    if (account) await setPhotosPublic(tx, await selectAuthorsPublicPhotos(tx.db, author), !account.isPrivate)
  })
