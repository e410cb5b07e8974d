import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import { selectDeletedFiles, updatePhotosDeleted } from './queries.ts'

/** Deletes photos for good: their addresses answer 410 from the commit on, their files go right after by a job. */
export async function deletePhotos(tx: Tx, ids: readonly PhotoId[], now: Date) {
  const deleted = await updatePhotosDeleted(tx.db, ids, now)
  for (const { id } of deleted) await tx.job('delete-photo-files', { photo: id })
}

/** Takes the files of a deleted photo off the storage, the kept original too. */
export async function deletePhotoFiles(ctx: Context, photo: PhotoId) {
  const files = await selectDeletedFiles(ctx.db, photo)
  if (!files) return
  const { name, originalName, originalFormat, widths, avifWidths } = files
  const renditions = widths.flatMap((width) => [`${name}-${width}.webp`, `${name}-${width}.jpg`])
  const avif = avifWidths.map((width) => `${name}-${width}.avif`)
  await ctx.storage.delete([...renditions, ...avif, `${originalName}.${originalFormat}`])
}
