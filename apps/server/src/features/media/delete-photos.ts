import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { photoFormats } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { Context, Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectMediaNamesInUse } from './files/file-queries.ts'
import { deleteStoredFiles } from './files/store-files.ts'
import { requireOwnPhoto } from './own-photo.ts'
import {
  type PhotoFiles,
  selectUnneededFiles,
  softDeletePhotos,
  softDeleteUnattachedPhotos,
  softDeleteUnusedPhoto,
} from './queries.ts'
import { computeServedWidths } from './served-widths.ts'

/** Deletes photos permanently. Their URLs return 410 from the commit on; a job then deletes the files. */
export async function deletePhotos(tx: Tx, ids: readonly PhotoId[], now: Date) {
  const deleted = await softDeletePhotos(tx.db, ids, now)
  for (const { id } of deleted) await tx.job('delete-photo-files', { photo: id })
}

/** Deletes unattached photos like `deletePhotos`. Keeps a photo that was attached since it was listed. */
export async function deleteUnattachedPhotos(tx: Tx, ids: readonly PhotoId[], now: Date) {
  const deleted = await softDeleteUnattachedPhotos(tx.db, ids, now)
  for (const { id } of deleted) await tx.job('delete-photo-files', { photo: id })
}

/** Deletes a photo of the viewer. @throws Problem 'not-found' if another user owns it, 'conflict' if it is in use */
export async function deleteOwnPhoto(ctx: UserContext, id: PhotoId): Promise<void> {
  await requireOwnPhoto(ctx, id)
  await ctx.transaction(async (tx) => {
    if (!(await softDeleteUnusedPhoto(tx.db, ctx.viewer, id, ctx.now)))
      throw new Problem('conflict', 'This photo is in use. Delete its post.')
    await tx.job('delete-photo-files', { photo: id })
  })
}

export type Rendering = Pick<PhotoFiles, 'name' | 'width' | 'height'>

/** Returns all file names that renderings of a photo of this size may have. The files need not exist. */
export function listPossibleRenderingFileNames({ name, width, height }: Rendering): string[] {
  const widths = computeServedWidths({ width, height })
  return widths.flatMap((wide) => photoFormats.map((extension) => `${name}-${wide}.${extension}`))
}

/** Deletes the files of renderings, except those that a photo shows or a report keeps. */
export async function deleteRenderings(ctx: Context, renderings: readonly Rendering[]): Promise<void> {
  const inUse = await selectMediaNamesInUse(
    ctx.db,
    renderings.map(({ name }) => name),
  )
  await deleteStoredFiles(
    ctx,
    renderings.filter(({ name }) => !inUse.has(name)).flatMap(listPossibleRenderingFileNames),
  )
}

/** Deletes from the storage the files of a deleted or failed photo. The original of a failed photo is kept. */
export async function deletePhotoFiles(ctx: Context, photo: PhotoId) {
  const files = await selectUnneededFiles(ctx.db, photo)
  if (!files) return
  await deleteRenderings(ctx, [files])
  if (files.isDeleted) await deleteStoredFiles(ctx, [`${files.originalName}.${files.originalFormat}`])
}
