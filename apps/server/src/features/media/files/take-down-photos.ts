import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { blockPictures, unblockPictures } from '#features/media/blocked/block-pictures.ts'
import { selectPhotoNamed, updatePhotosTakenDown } from '#features/media/queries.ts'
import type { Tx } from '#platform/context.ts'

/**
 * Moderators take photos down: from the commit on their addresses answer 410, whoever asks, and what looks like one of
 * them is not taken again. The files are kept.
 */
export async function takeDownPhotos(tx: Tx, ids: readonly PhotoId[], now: Date): Promise<void> {
  await updatePhotosTakenDown(tx.db, ids, now)
  await blockPictures(tx, ids, now)
}

/** Their addresses are answered again, by whom they were before. */
export async function putBackPhotos(tx: Pick<Tx, 'db'>, ids: readonly PhotoId[]): Promise<void> {
  await updatePhotosTakenDown(tx.db, ids, null)
  await unblockPictures(tx, ids)
}

/** The photo of a media name. */
export const photoNamed = async (tx: Pick<Tx, 'db'>, name: string): Promise<PhotoId | undefined> =>
  (await selectPhotoNamed(tx.db, name))?.id
