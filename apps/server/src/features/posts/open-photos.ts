import type { PostId } from '@pawtrait/contract/ids.ts'
import { closePhotoAddresses, showPhotos } from '#features/media/attach-photos.ts'
import type { Tx } from '#platform/context.ts'
import { selectOpenPhotos } from './queries.ts'

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
