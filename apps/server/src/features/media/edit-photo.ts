import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { changing } from '@pawtrait/contract/photo-adjustments.ts'
import type { OwnPhoto, PhotoChange, PhotoEdit } from '@pawtrait/contract/photos.ts'
import { limitRate } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { Problem } from '#platform/problem.ts'
import { newName } from '#platform/storage.ts'
import { refuseBlocked, staysAsItWas } from './blocked/block-pictures.ts'
import { DecoderHindered, renderPhoto, throwUndecoded, UndecodablePhoto } from './decode-photo.ts'
import { dropRenderings } from './delete-photos.ts'
import { ownPhoto, showOwnPhoto } from './own-photo.ts'
import { isPortraitOfOthers, type StoredPhoto } from './queries.ts'
import { storeRendering } from './store-rendering.ts'
import { originalOf, withSources } from './with-sources.ts'

/** How a photo is shown once it was changed so. */
export const editWith = (
  photo: PhotoEdit,
  { crop, rotate, adjustments = photo.adjustments }: PhotoChange,
): PhotoEdit => ({
  crop,
  rotate,
  adjustments: changing(adjustments),
})

/** Whether a photo is shown so already. */
export const isEdited = (photo: PhotoEdit, { crop, rotate, adjustments }: PhotoEdit) =>
  photo.rotate === rotate && JSON.stringify([photo.crop, photo.adjustments]) === JSON.stringify([crop, adjustments])

/**
 * Crops, turns and adjusts an own photo. It gets new addresses; those of the part no longer shown stop answering.
 * Where it stands in a post, that counts as an edit of the post; a pet's portrait, as a change of that.
 * @throws Problem 'not-found' as `ownPhoto`, 'forbidden' for the portrait of a pet that the viewer may not change (any
 *   more), 'conflict' when the photo was edited elsewhere meanwhile, 'picture-taken-down' when it is or would show one,
 *   'unreadable-photo' when it cannot be rendered, 'unavailable' as `throwUndecoded`, 'too-many-requests' after many
 *   edits in an hour
 */
export async function editPhoto(ctx: UserContext, id: PhotoId, change: PhotoChange, tries = 3): Promise<OwnPhoto> {
  const photo = await ownPhoto(ctx, id)
  const edit = editWith(photo, change)
  if (await isPortraitOfOthers(ctx.db, id))
    throw new Problem('forbidden', 'Only the people who care for this pet can do this.')
  if (photo.isTakenDown) throw staysAsItWas()
  if (photo.state === 'failed') throw new Problem('unreadable-photo', 'This photo could not be read.')
  if (isEdited(photo, edit)) return showOwnPhoto(ctx, id)
  await limitRate(ctx, 'photo-edits')
  const isShown = await showEdited(ctx, photo, edit)
  // Its first rendering may have ended just now and put the upright original in the place of this one.
  if (!isShown && photo.state === 'processing' && tries > 1) return editPhoto(ctx, id, change, tries - 1)
  if (!isShown) throw new Problem('conflict', 'This photo was changed elsewhere meanwhile. Look again.')
  await dropRenderings(ctx, [photo])
  return showOwnPhoto(ctx, id)
}

/**
 * Renders a photo anew and shows it so, in the place of what is shown, whose files are left. Not true when it was
 * changed elsewhere meanwhile.
 */
export async function showEdited(ctx: UserContext, photo: StoredPhoto, edit: PhotoEdit): Promise<boolean | undefined> {
  const { id } = photo
  const begun = { id, from: photo.name, name: newName(), edit, original: originalOf(photo) }
  const { crop, rotate, adjustments } = photo
  const was = { id: newId(ctx.now), crop, rotate, adjustments }
  const framing = { ...edit, stage: photo.stage }
  return withSources(ctx, photo, async ({ file, folder, portrait }) => {
    const made = await renderPhoto(file, folder, framing, portrait)
    await refuseBlocked(ctx.db, made)
    return storeRendering(ctx, begun, made, was)
  }).catch((error: unknown) => tellUnlessReplaced(ctx, photo, error))
}

/** False when the file was taken away under the decoder, because another original stands in its place by now. */
async function tellUnlessReplaced(ctx: UserContext, read: StoredPhoto, error: unknown): Promise<false> {
  const isUnread = error instanceof UndecodablePhoto || error instanceof DecoderHindered
  if (isUnread && (await ownPhoto(ctx, read.id)).originalName !== read.originalName) return false
  return throwUndecoded(ctx)(error)
}
