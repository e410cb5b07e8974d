import type { PetId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { changeStandIns, holdStandIns } from '#features/users/account/show-image.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { tellClosed } from './invite-person.ts'
import { closePetInvites } from './invite-queries.ts'
import { noteAction } from './note-action.ts'
import { ownPet } from './own-pet.ts'
import { lockPet, updatePetDeleted } from './queries.ts'

/**
 * Removes the viewer's pet: its page and portrait are gone at once, posts that show it stay.
 * The row stays as a tombstone, so that its slug is never given again. Follows of it end by a job.
 * @throws Problem as `ownPet`, for `delete`.
 */
export async function deletePet(ctx: UserContext, id: PetId): Promise<void> {
  const pet = await ownPet(ctx, id, 'delete')
  await ctx.transaction(async (tx) => {
    await holdStandIns(tx, pet)
    await erasePet(tx, pet, ctx.now)
    await noteAction(tx, ctx, pet, 'deleted')
  })
}

/** Makes the pet a tombstone. Whoever it stands in for is held already (`holdStandIns`). */
export async function erasePet(tx: Tx, pet: PetId, now: Date): Promise<void> {
  const there = await lockPet(tx.db, pet)
  if (!there) return
  await updatePetDeleted(tx.db, pet, now)
  await changeStandIns(tx, pet, null)
  if (there.portrait) await deletePhotos(tx, [there.portrait], now)
  await tellClosed(tx, await closePetInvites(tx.db, pet, now))
  await tx.job('end-pet-follows', { pet })
}
