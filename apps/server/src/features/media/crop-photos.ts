import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { PhotoChange, PhotoEdit } from '@pawtrait/contract/photos.ts'
import { limitRate } from '#features/users/rate-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { newName } from '#platform/storage.ts'
import { refuseBlocked } from './blocked/block-pictures.ts'
import { renderPhoto, throwUndecoded } from './decode-photo.ts'
import { dropRenderings } from './delete-photos.ts'
import { editWith, isEdited } from './edit-photo.ts'
import { ownPhoto } from './own-photo.ts'
import type { StoredPhoto } from './queries.ts'
import { discardRendering, type PutRendering, putRendering, showRendering } from './store-rendering.ts'
import { originalOf, withSources } from './with-sources.ts'

/**
 * Photos rendered anew whose files stand and which nothing shows yet: then `showCrops` in a transaction, or
 * `discardCrops`.
 */
export type Crops = { photo: StoredPhoto; put: PutRendering }[]

/**
 * Renders own photos anew as they are to be shown; those that are so already are left out.
 * @throws Problem 'not-found' as `ownPhoto`, 'conflict' for one that is still being made, 'unreadable-photo',
 *   'picture-taken-down' as `editPhoto`, 'unavailable' as `throwUndecoded`, 'too-many-requests' as `editPhoto`
 */
export async function renderCrops(
  ctx: UserContext,
  changes: readonly (PhotoChange & { id: PhotoId })[],
): Promise<Crops> {
  const crops: Crops = []
  try {
    // One after another: each takes a decoder, and others upload meanwhile.
    for (const { id, ...change } of changes) {
      const photo = await ownPhoto(ctx, id)
      const edit = editWith(photo, change)
      if (!isEdited(photo, edit)) crops.push({ photo, put: await renderCrop(ctx, photo, edit) })
    }
  } catch (error) {
    await discardCrops(ctx, crops)
    throw error
  }
  return crops
}

const changedElsewhere = () => new Problem('conflict', 'A photo was changed elsewhere meanwhile. Look again.')

async function renderCrop(ctx: UserContext, photo: StoredPhoto, edit: PhotoEdit): Promise<PutRendering> {
  if (photo.state !== 'ready') throw new Problem('conflict', 'A photo is still being made. Try again in a moment.')
  await limitRate(ctx, 'photo-edits')
  const begun = { id: photo.id, from: photo.name, name: newName(), edit, original: originalOf(photo) }
  const framing = { ...edit, stage: photo.stage }
  const put = await withSources(ctx, photo, async ({ file, folder, portrait }) => {
    const made = await renderPhoto(file, folder, framing, portrait)
    await refuseBlocked(ctx.db, made)
    return putRendering(ctx, begun, made)
  }).catch(throwUndecoded(ctx))
  if (!put) throw changedElsewhere()
  return put
}

/** Shows the photos as they were cropped. @throws Problem 'conflict' when one was changed elsewhere meanwhile */
export async function showCrops(tx: Tx, crops: Crops): Promise<void> {
  for (const { put } of crops) if (!(await showRendering(tx, put))) throw changedElsewhere()
}

/** After the commit: the files of the parts no longer shown go. What a crash leaves of them is swept after a day. */
export const deleteUncropped = (ctx: UserContext, crops: Crops) =>
  dropRenderings(
    ctx,
    crops.map(({ photo }) => photo),
  )

/** Takes away what was made and is not shown after all. */
export async function discardCrops(ctx: UserContext, crops: Crops): Promise<void> {
  for (const { put } of crops) await discardRendering(ctx, put)
}
