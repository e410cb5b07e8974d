import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { normaliseAdjustments } from '@pawtrait/contract/photos/photo-adjustments.ts'
import type { OwnPhoto, PhotoChange, PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { newFileName } from '#platform/storage/storage.ts'
import { pictureHeldForAppealProblem, refuseBlockedPicture } from './blocked-photos/block-pictures.ts'
import {
  DecoderFailedError,
  type DecoderQueueOptions,
  renderPhoto,
  throwDecodingProblem,
  UndecodablePhotoError,
} from './decode-photo.ts'
import { deleteRenderings } from './delete-photos.ts'
import { getOwnPhoto, requireOwnPhoto, waitForRenderedPhoto } from './own-photo.ts'
import { isPortraitOfOthers, type StoredPhoto } from './queries.ts'
import { storeRendering } from './store-rendering.ts'
import { getOriginalFileName, withSourceFiles } from './with-source-files.ts'

/** Returns the new edit. The change replaces crop and rotation; adjustments are kept if the change has none. */
export const mergeEdit = (
  photo: PhotoEdit,
  { crop, rotate, adjustments = photo.adjustments }: PhotoChange,
): PhotoEdit => ({
  crop,
  rotate,
  adjustments: normaliseAdjustments(adjustments),
})

/** Returns whether a photo is shown with exactly this edit. */
export const isShownWithEdit = (photo: PhotoEdit, { crop, rotate, adjustments }: PhotoEdit) =>
  photo.rotate === rotate && JSON.stringify([photo.crop, photo.adjustments]) === JSON.stringify([crop, adjustments])

// Maximum number of attempts. An attempt fails if another edit of the photo was stored during its rendering.
const ATTEMPTS = 5

const lastEdits = new Map<PhotoId, Promise<unknown>>()

/** Runs the edits of one photo in order of arrival at this process, so that the last one wins. */
async function runInOrder<T>(id: PhotoId, work: () => Promise<T>): Promise<T> {
  const currentEdit = (lastEdits.get(id) ?? Promise.resolve()).then(work, work)
  lastEdits.set(id, currentEdit)
  try {
    return await currentEdit
  } finally {
    if (lastEdits.get(id) === currentEdit) lastEdits.delete(id)
  }
}

/** Refuses photos that cannot be edited. @throws Problem 'forbidden', 'picture-taken-down', 'unreadable-photo' */
async function refuseEdit(ctx: UserContext, photo: StoredPhoto): Promise<void> {
  if (await isPortraitOfOthers(ctx.db, photo.id))
    throw new Problem('forbidden', 'Only the people who care for this pet can do this.')
  if (photo.isTakenDown) throw pictureHeldForAppealProblem()
  if (photo.state === 'failed') throw new Problem('unreadable-photo', 'This photo could not be read.')
}

/**
 * Crops, turns and adjusts a photo of the viewer once its first renderings are done. Its old URLs stop working. A job
 * records the change as an edit of the photo's post, or of the pet with this portrait. The last of concurrent edits
 * wins, with all its settings.
 * @throws Problem 'not-found'; 'unavailable' (first renderings missing, or the decoder is busy or fails); 'forbidden'
 *   for the portrait of a pet that the viewer may not change; 'conflict' when other processes kept editing the photo;
 *   'picture-taken-down' when the edit shows or replaces a taken-down picture; 'unreadable-photo' when rendering fails;
 *   'too-many-requests' after many edits in an hour; 'storage-full'
 */
export const editPhoto = (ctx: UserContext, id: PhotoId, change: PhotoChange): Promise<OwnPhoto> =>
  runInOrder(id, async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const photo = await waitForRenderedPhoto(ctx, id)
      const edit = mergeEdit(photo, change)
      await refuseEdit(ctx, photo)
      if (isShownWithEdit(photo, edit)) return getOwnPhoto(ctx, id)
      await requireRoomForFiles(ctx.config)
      if (attempt === 1) await enforceRateLimit(ctx, 'photo-edits')
      if (await applyEdit(ctx, photo, edit, { requestOf: ctx.viewer })) {
        await deleteRenderings(ctx, [photo])
        return getOwnPhoto(ctx, id)
      }
    }
    throw new Problem('conflict', 'This photo is being changed elsewhere. Reload and try again.')
  })

/** Renders and shows an edit; keeps the old files. Returns a falsy value if the photo was changed or deleted. */
export async function applyEdit(
  ctx: UserContext,
  photo: StoredPhoto,
  edit: PhotoEdit,
  options: DecoderQueueOptions = {},
): Promise<boolean | undefined> {
  const { id } = photo
  const renderingInProgress = { id, from: photo.name, name: newFileName(), edit, original: getOriginalFileName(photo) }
  const { crop, rotate, adjustments } = photo
  const previousEdit = { id: newId(ctx.now), crop, rotate, adjustments }
  const settings = { ...edit, stage: photo.stage }
  return withSourceFiles(ctx, photo, async ({ file, folder, portrait }) => {
    const rendered = await renderPhoto(file, folder, settings, portrait, options)
    await refuseBlockedPicture(ctx.db, rendered)
    return storeRendering(ctx, renderingInProgress, rendered, previousEdit)
  }).catch((error: unknown) => handleRenderingError(ctx, photo, error))
}

/**
 * Handles an error of a rendering. Returns false, so that the caller retries, if another process has replaced the
 * original by an upright copy. Otherwise throws the error.
 */
async function handleRenderingError(ctx: UserContext, photo: StoredPhoto, error: unknown): Promise<false> {
  const isDecodingError = error instanceof UndecodablePhotoError || error instanceof DecoderFailedError
  if (isDecodingError && (await requireOwnPhoto(ctx, photo.id)).originalName !== photo.originalName) return false
  return throwDecodingProblem(ctx)(error)
}
