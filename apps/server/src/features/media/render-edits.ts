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
import { getOriginalFileName, withSourceFiles } from './with-source-files.ts'

/** Stored renderings that users cannot see yet. Pass them to `activateRenderedEdits` or to `deleteUnusedRenderings`. */
export type RenderedEdits = { photo: StoredPhoto; storedRendering: StoredRendering }[]

/** Thrown if a photo was edited, turned upright, taken down or deleted while it was rendered. The caller retries. */
export class EditOutdatedError extends Error {}

/**
 * Renders the viewer's photos with new edits and returns the renderings. Skips photos that have the edit already.
 * @throws EditOutdatedError; Problem 'not-found', 'unreadable-photo', 'picture-taken-down', 'too-many-requests' after
 *   many edits in an hour, 'storage-full', 'unavailable' (first renderings missing, or the decoder is busy or fails)
 */
export async function renderEdits(
  ctx: UserContext,
  changes: readonly (PhotoChange & { id: PhotoId })[],
): Promise<RenderedEdits> {
  const edits: RenderedEdits = []
  try {
    // Renders one photo at a time, because each rendering occupies a decoder that uploads need too.
    for (const { id, ...change } of changes) {
      const photo = await waitForRenderedPhoto(ctx, id)
      const edit = mergeEdit(photo, change)
      if (!isShownWithEdit(photo, edit)) edits.push({ photo, storedRendering: await renderEdit(ctx, photo, edit) })
    }
  } catch (error) {
    await deleteUnusedRenderings(ctx, edits)
    throw error
  }
  return edits
}

async function renderEdit(ctx: UserContext, photo: StoredPhoto, edit: PhotoEdit): Promise<StoredRendering> {
  if (photo.state === 'failed') throw new Problem('unreadable-photo', 'One of the photos could not be read.')
  await requireRoomForFiles(ctx.config)
  await enforceRateLimit(ctx, 'photo-edits')
  const renderingInProgress = {
    id: photo.id,
    from: photo.name,
    name: newFileName(),
    edit,
    original: getOriginalFileName(photo),
  }
  const settings = { ...edit, stage: photo.stage }
  const storedRendering = await withSourceFiles(ctx, photo, async ({ file, folder, portrait }) => {
    const rendered = await renderPhoto(file, folder, settings, portrait, { requestOf: ctx.viewer })
    await refuseBlockedPicture(ctx.db, rendered)
    return storeRenderingFiles(ctx, renderingInProgress, rendered)
  }).catch(throwDecodingProblem(ctx))
  if (!storedRendering) throw new EditOutdatedError('the original was replaced')
  return storedRendering
}

/** Makes rendered edits visible. @throws EditOutdatedError if a photo was changed while it was rendered */
export async function activateRenderedEdits(tx: Tx, edits: RenderedEdits): Promise<void> {
  for (const { storedRendering } of edits)
    if (!(await activateRendering(tx, storedRendering)))
      throw new EditOutdatedError('the photo was changed while it was rendered')
}

/** Deletes the files that the edits replaced; call it after the commit. After a crash the sweep deletes them. */
export const deleteReplacedRenderings = (ctx: UserContext, edits: RenderedEdits) =>
  deleteRenderings(
    ctx,
    edits.map(({ photo }) => photo),
  )

export async function deleteUnusedRenderings(ctx: UserContext, edits: RenderedEdits): Promise<void> {
  for (const { storedRendering } of edits) await discardRendering(ctx, storedRendering)
}
