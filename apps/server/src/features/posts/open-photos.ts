import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { closePhotoAddresses, showPhotos } from '#features/media/attach-photos.ts'
import type { Context, Tx } from '#platform/context.ts'
import { lockAuthor, selectAuthorsOpenPhotos, selectOpenPhotos } from './queries.ts'

/** Lets the post's photos be fetched by whom its audience allows; to be called after whatever may change that. */
export async function openPhotos(tx: Tx, post: PostId): Promise<void> {
  const found = await selectOpenPhotos(tx.db, post)
  if (found) await showPhotos(tx, found.photos, found.isOpen)
}

/** The same when fewer may see the post than before: addresses they were given open nothing any more. */
export async function closePhotos(tx: Tx, post: PostId): Promise<void> {
  const found = await selectOpenPhotos(tx.db, post)
  if (!found) return
  await showPhotos(tx, found.photos, found.isOpen)
  await closePhotoAddresses(tx, found.photos)
}

/**
 * Photos in an author's posts for everyone are served by plain addresses while the account is public, by signed ones
 * while it is private. Looks at the account as it is now: run twice or late, it does what is right.
 */
export const settlePrivacy = (ctx: Context, author: UserId) =>
  ctx.transaction(async (tx) => {
    const account = await lockAuthor(tx.db, author)
    if (account) await showPhotos(tx, await selectAuthorsOpenPhotos(tx.db, author), !account.isPrivate)
  })
