import type { PetId, PhotoId } from '@pawtrait/contract/ids.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { attachPhotos } from '#features/media/attach-photos.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { requirePetPermission } from '#features/pets/require-pet-permission.ts'
import { lockPortraitName } from '#features/pets/set-portrait.ts'
import { type Avatar, setAvatar } from '#features/users/account/avatars.ts'
import { readViewer } from '#features/users/view.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { fieldProblem } from '#platform/problem.ts'
import { lockOwnImage, selectPhotoName } from './queries.ts'

/**
 * Sets the viewer's picture to a photo of theirs, or to the portrait of a pet they care for. Deletes the previous
 * photo. Idempotent.
 * @throws the Problems of `attachPhotos` and `requirePetPermission`; 'validation-failed' when the pet has no portrait.
 */
export async function setProfileImage(ctx: UserContext, choice: { photo: PhotoId } | { pet: PetId }): Promise<Viewer> {
  if ('photo' in choice) await replaceImage(ctx, choice.photo, (tx) => attachOwnPhoto(ctx, tx, choice.photo))
  else {
    const pet = await requirePetPermission(ctx, choice.pet, 'stand-in')
    await replaceImage(ctx, null, async (tx) => {
      const name = await lockPortraitName(tx, pet)
      if (!name) throw fieldProblem('pet', 'no-portrait', 'This pet has no photo yet. Add one first.')
      return { name, pet }
    })
  }
  return readViewer(ctx, ctx.viewer)
}

export async function removeProfileImage(ctx: UserContext): Promise<Viewer> {
  await replaceImage(ctx, null, async () => null)
  return readViewer(ctx, ctx.viewer)
}

async function attachOwnPhoto(ctx: UserContext, tx: Tx, photo: PhotoId): Promise<Avatar | null> {
  await attachPhotos(tx, ctx.viewer, [photo], { isPublic: true, now: ctx.now })
  const row = await selectPhotoName(tx.db, photo)
  return row ? { name: row.name, pet: null } : null
}

const replaceImage = (ctx: UserContext, photo: PhotoId | null, loadAvatar: (tx: Tx) => Promise<Avatar | null>) =>
  ctx.transaction(async (tx) => {
    const previousPhoto = (await lockOwnImage(tx.db, ctx.viewer))?.photo ?? null
    if (photo && previousPhoto === photo) return
    await setAvatar(tx, ctx.viewer, await loadAvatar(tx))
    if (previousPhoto) await deletePhotos(tx, [previousPhoto], ctx.now)
  })
