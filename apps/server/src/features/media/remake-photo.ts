import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { newName } from '#platform/storage.ts'
import { renderedFiles } from './delete-photos.ts'
import { updatePhotoUnmade } from './queries.ts'
import type { Dimensions } from './sniff-photo.ts'

/**
 * Has an attached photo made anew, because it is drawn otherwise from now on: it is being processed until a job has
 * done it. Gives the files it had, which nothing shows after the commit.
 */
export async function remakePhoto(tx: Tx, photo: PhotoId, size: Dimensions): Promise<string[]> {
  const had = await updatePhotoUnmade(tx.db, photo, newName(), size)
  await tx.job('finish-photo', { photo })
  return had ? renderedFiles(had) : []
}
