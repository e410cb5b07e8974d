import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { blockPictures, unblockPictures } from '#features/media/blocked-photos/block-pictures.ts'
import { selectPhotoIdByName, updatePhotosTakenDownAt } from '#features/media/queries.ts'
import type { Tx } from '#platform/context.ts'

/** Takes photos down: their URLs return 410, and similar pictures cannot be uploaded. The files are kept. */
export async function takeDownPhotos(tx: Tx, ids: readonly PhotoId[], now: Date): Promise<void> {
  await updatePhotosTakenDownAt(tx.db, ids, now)
  await blockPictures(tx, ids, now)
}

/** Undoes `takeDownPhotos`: the same URLs serve the photos again. */
export async function restorePhotos(tx: Pick<Tx, 'db'>, ids: readonly PhotoId[]): Promise<void> {
  await updatePhotosTakenDownAt(tx.db, ids, null)
  await unblockPictures(tx, ids)
}

/** Returns the id of the photo with a media name; undefined when it is deleted or unknown. */
export const findPhotoIdByMediaName = async (tx: Pick<Tx, 'db'>, name: string): Promise<PhotoId | undefined> =>
  (await selectPhotoIdByName(tx.db, name))?.id
