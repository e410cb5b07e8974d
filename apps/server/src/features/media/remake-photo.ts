import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { newName } from '#platform/storage/storage.ts'
import { updatePhotoUnmade } from './queries.ts'
import type { Dimensions } from './sniff-photo.ts'

/**
 * Has an attached photo made anew, because it is drawn otherwise from now on: it is being processed until a job has
 * done it. The files it had go by a job: until the commit they are still shown.
 */
export async function remakePhoto(tx: Tx, photo: PhotoId, size: Dimensions): Promise<void> {
  const had = await updatePhotoUnmade(tx.db, photo, newName(), size)
  await tx.job('finish-photo', { photo })
  if (had) await tx.job('delete-rendering', had)
}
