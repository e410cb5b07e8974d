import type { PetId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { changeStandIns, holdStandIns } from '#features/users/show-image.ts'
import type { UserContext } from '#platform/context.ts'
import { ownedPet } from './own-pet.ts'
import { lockPet, updatePetDeleted } from './queries.ts'

/**
 * Removes the viewer's pet: its page and portrait are gone at once, posts that show it stay.
 * The row stays as a tombstone, so that its slug is never given again. Follows of it end by a job.
 * @throws Problem as `ownedPet`.
 */
export async function deletePet(ctx: UserContext, id: PetId): Promise<void> {
  const pet = await ownedPet(ctx, id)
  await ctx.transaction(async (tx) => {
    await holdStandIns(tx, pet)
    const there = await lockPet(tx.db, pet)
    if (!there) return
    await updatePetDeleted(tx.db, pet, ctx.now)
    await changeStandIns(tx, pet, null)
    if (there.portrait) await deletePhotos(tx, [there.portrait], ctx.now)
    await tx.job('end-pet-follows', { pet })
  })
}
