import type { PetId, PhotoId } from '@pawtrait/contract/ids.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { attachPhotos } from '#features/media/attach-photos.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { lockUsersWithPetAvatar, updatePetAvatars } from '#features/users/account/avatars.ts'
import type { Context, Tx, UserContext } from '#platform/context.ts'
import { insertPortraitCrop } from './action-queries.ts'
import { lockPet, selectPortraitName, updatePortrait } from './queries.ts'
import { recordAction } from './record-action.ts'
import { type PermittedPetId, requirePetPermission } from './require-pet-permission.ts'
import { getPet } from './view.ts'
import { petNotFoundProblem } from './visible-pet.ts'

/**
 * Makes one of the viewer's photos the pet's portrait, also in avatars. Deletes the old photo permanently. Idempotent.
 * @throws Problem 'not-found' for an invisible pet, or a photo that is attached or another user's; 'forbidden' if the
 * viewer's role does not allow it; 'unreadable-photo'; 'picture-taken-down'.
 */
export async function setPortrait(ctx: UserContext, id: PetId, photo: PhotoId): Promise<Pet> {
  const pet = await requirePetPermission(ctx, id, 'change-portrait')
  await ctx.transaction(async (tx) => {
    await lockUsersWithPetAvatar(tx, pet)
    const current = await lockPet(tx.db, pet)
    if (!current) throw petNotFoundProblem()
    if (current.portrait === photo) return
    await attachPhotos(tx, ctx.viewer, [photo], { isPublic: true, now: ctx.now })
    const updated = await updatePortrait(tx.db, pet, photo)
    await updatePetAvatars(tx, pet, updated?.name ?? null)
    if (current.portrait) await deletePhotos(tx, [current.portrait], ctx.now)
    await recordAction(tx, ctx, pet, 'changed-portrait')
  })
  return getPet(ctx, pet)
}

/**
 * Returns the media name of the pet's portrait, or null without one. Locks the pet's row until the transaction ends, so
 * that the portrait cannot change.
 */
export async function lockPortraitName(tx: Tx, pet: PermittedPetId<'stand-in'>): Promise<string | null> {
  return (await selectPortraitName(tx.db, pet))?.name ?? null
}

/** Records the crop of a pet's portrait as an action on the pet; ignores other photos. Idempotent by `id`. */
export async function recordPortraitCrop(ctx: Context, { photo, id }: { photo: PhotoId; id: string }): Promise<void> {
  await insertPortraitCrop(ctx.db, { id, photo, now: ctx.now })
}
