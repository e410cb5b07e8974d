import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { closePhotoAddresses, showPhotos } from '#features/media/attach-photos.ts'
import type { Context, Tx } from '#platform/context.ts'
import { lockAuthor, selectAuthorsOpenPhotos, selectOpenPhotos } from './queries.ts'

/** Makes the post's photos public or signed, as its audience requires. Call it after every change of visibility. */
export async function openPhotos(tx: Tx, post: PostId): Promise<void> {
  const found = await selectOpenPhotos(tx.db, post)
  if (found) await showPhotos(tx, found.photos, found.isOpen)
}

/** Calls `openPhotos` for a post that lost readers, and invalidates the signed URLs issued so far. */
export async function closePhotos(tx: Tx, post: PostId): Promise<void> {
  const found = await selectOpenPhotos(tx.db, post)
  if (!found) return
  await showPhotos(tx, found.photos, found.isOpen)
  await closePhotoAddresses(tx, found.photos)
}

/** Makes photos in posts for everyone public, or signed if the account is private now. May run late or twice. */
export const settlePrivacy = (ctx: Context, author: UserId) =>
  ctx.transaction(async (tx) => {
    const account = await lockAuthor(tx.db, author)
    if (account) await showPhotos(tx, await selectAuthorsOpenPhotos(tx.db, author), !account.isPrivate)
  })
