import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { PhotoChange, PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import { limitRate } from '#features/users/rate-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { newName } from '#platform/storage/storage.ts'
import { refuseBlocked } from './blocked/block-pictures.ts'
import { renderPhoto, throwUndecoded } from './decode-photo.ts'
import { dropRenderings } from './delete-photos.ts'
import { editWith, isEdited } from './edit-photo.ts'
import { renderedPhoto } from './own-photo.ts'
import type { StoredPhoto } from './queries.ts'
import { discardRendering, type PutRendering, putRendering, showRendering } from './store-rendering.ts'
import { originalOf, withSources } from './with-sources.ts'

/** Renderings that are stored and not shown yet: `showCrops` in a transaction, or `discardCrops`. */
export type Crops = { photo: StoredPhoto; put: PutRendering }[]

/** A photo was edited or turned upright while its crop was rendered: render it again from what it is now. */
export class CropOutdated extends Error {}

/**
 * Renders own photos as they are to be shown; those that are shown so already are left out.
 * @throws Problem 'not-found' and 'unavailable' as `renderedPhoto`, 'unreadable-photo', 'picture-taken-down' as
 *   `editPhoto`, 'unavailable' as `throwUndecoded`, 'too-many-requests' as `editPhoto`, 'storage-full'
 * @throws CropOutdated
 */
export async function renderCrops(
  ctx: UserContext,
  changes: readonly (PhotoChange & { id: PhotoId })[],
): Promise<Crops> {
  const crops: Crops = []
  try {
    // One after another: each takes a decoder, which uploads need too.
    for (const { id, ...change } of changes) {
      const photo = await renderedPhoto(ctx, id)
      const edit = editWith(photo, change)
      if (!isEdited(photo, edit)) crops.push({ photo, put: await renderCrop(ctx, photo, edit) })
    }
  } catch (error) {
    await discardCrops(ctx, crops)
    throw error
  }
  return crops
}

async function renderCrop(ctx: UserContext, photo: StoredPhoto, edit: PhotoEdit): Promise<PutRendering> {
  if (photo.state === 'failed') throw new Problem('unreadable-photo', 'One of the photos could not be read.')
  await requireRoomForFiles(ctx.config)
  await limitRate(ctx, 'photo-edits')
  const begun = { id: photo.id, from: photo.name, name: newName(), edit, original: originalOf(photo) }
  const framing = { ...edit, stage: photo.stage }
  const put = await withSources(ctx, photo, async ({ file, folder, portrait }) => {
    const made = await renderPhoto(file, folder, framing, portrait, { requestOf: ctx.viewer })
    await refuseBlocked(ctx.db, made)
    return putRendering(ctx, begun, made)
  }).catch(throwUndecoded(ctx))
  if (!put) throw new CropOutdated('the original was replaced')
  return put
}

/** Shows the photos as they were cropped. @throws CropOutdated */
export async function showCrops(tx: Tx, crops: Crops): Promise<void> {
  for (const { put } of crops)
    if (!(await showRendering(tx, put))) throw new CropOutdated('the photo was changed while it was rendered')
}

/** Deletes, after the commit, the files that are no longer shown. The sweep deletes what a crash leaves of them. */
export const deleteUncropped = (ctx: UserContext, crops: Crops) =>
  dropRenderings(
    ctx,
    crops.map(({ photo }) => photo),
  )

/** Deletes renderings that will not be shown. */
export async function discardCrops(ctx: UserContext, crops: Crops): Promise<void> {
  for (const { put } of crops) await discardRendering(ctx, put)
}
