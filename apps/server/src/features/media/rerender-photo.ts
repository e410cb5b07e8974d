import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { newFileName } from '#platform/storage/storage.ts'
import { resetRendering } from './queries.ts'
import type { Dimensions } from './sniff-photo.ts'

/** Hides an attached photo until a job has rendered it again. Another job deletes the old files after the commit. */
export async function rerenderPhoto(tx: Tx, photo: PhotoId, size: Dimensions): Promise<void> {
  const previous = await resetRendering(tx.db, photo, newFileName(), size)
  await tx.job('finish-photo', { photo })
  if (previous) await tx.job('delete-rendering', previous)
}
