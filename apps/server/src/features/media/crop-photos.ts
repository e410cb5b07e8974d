import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { PhotoChange, PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { newFileName } from '#platform/storage/storage.ts'
import { refuseBlockedPicture } from './blocked-photos/block-pictures.ts'
import { renderPhoto, throwDecodingProblem } from './decode-photo.ts'
import { deleteRenderings } from './delete-photos.ts'
import { isShownWithEdit, mergeEdit } from './edit-photo.ts'
import { waitForRenderedPhoto } from './own-photo.ts'
import type { StoredPhoto } from './queries.ts'
import { activateRendering, discardRendering, type StoredRendering, storeRenderingFiles } from './store-rendering.ts'
import { originalFileName, withSourceFiles } from './with-source-files.ts'

/** Stored renderings that users cannot see yet. Pass them to `showCrops` or to `deleteUnusedCrops`. */
export type RenderedCrops = { photo: StoredPhoto; storedRendering: StoredRendering }[]

/** Thrown if a photo was edited, turned upright, taken down or deleted while it was rendered. The caller retries. */
export class CropOutdatedError extends Error {}

/**
 * Renders the viewer's photos with new edits and returns the renderings. Skips photos that have the edit already.
 * @throws CropOutdatedError; Problem 'not-found', 'unreadable-photo', 'picture-taken-down', 'too-many-requests' after
 *   many edits in an hour, 'storage-full', 'unavailable' (first renderings missing, or the decoder is busy or fails)
 */
export async function renderCrops(
  ctx: UserContext,
  changes: readonly (PhotoChange & { id: PhotoId })[],
): Promise<RenderedCrops> {
  const crops: RenderedCrops = []
  try {
    // Renders one photo at a time, because each rendering occupies a decoder that uploads need too.
    for (const { id, ...change } of changes) {
      const photo = await waitForRenderedPhoto(ctx, id)
      const edit = mergeEdit(photo, change)
      if (!isShownWithEdit(photo, edit)) crops.push({ photo, storedRendering: await renderCrop(ctx, photo, edit) })
    }
  } catch (error) {
    await deleteUnusedCrops(ctx, crops)
    throw error
  }
  return crops
}

async function renderCrop(ctx: UserContext, photo: StoredPhoto, edit: PhotoEdit): Promise<StoredRendering> {
  if (photo.state === 'failed') throw new Problem('unreadable-photo', 'One of the photos could not be read.')
  await requireRoomForFiles(ctx.config)
  await enforceRateLimit(ctx, 'photo-edits')
  const renderingInProgress = {
    id: photo.id,
    from: photo.name,
    name: newFileName(),
    edit,
    original: originalFileName(photo),
  }
  const settings = { ...edit, stage: photo.stage }
  const storedRendering = await withSourceFiles(ctx, photo, async ({ file, folder, portrait }) => {
    const rendered = await renderPhoto(file, folder, settings, portrait, { requestOf: ctx.viewer })
    await refuseBlockedPicture(ctx.db, rendered)
    return storeRenderingFiles(ctx, renderingInProgress, rendered)
  }).catch(throwDecodingProblem(ctx))
  if (!storedRendering) throw new CropOutdatedError('the original was replaced')
  return storedRendering
}

/** Makes rendered crops visible. @throws CropOutdatedError if a photo was changed while it was rendered */
export async function showCrops(tx: Tx, crops: RenderedCrops): Promise<void> {
  for (const { storedRendering } of crops)
    if (!(await activateRendering(tx, storedRendering)))
      throw new CropOutdatedError('the photo was changed while it was rendered')
}

/** Deletes the files that the crops replaced; call it after the commit. After a crash the sweep deletes them. */
export const deleteReplacedRenderings = (ctx: UserContext, crops: RenderedCrops) =>
  deleteRenderings(
    ctx,
    crops.map(({ photo }) => photo),
  )

export async function deleteUnusedCrops(ctx: UserContext, crops: RenderedCrops): Promise<void> {
  for (const { storedRendering } of crops) await discardRendering(ctx, storedRendering)
}
