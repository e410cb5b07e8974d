import type { PetId, PhotoId } from '@pawtrait/contract/ids.ts'
import type { NewPet } from '@pawtrait/contract/pets/pets.ts'
import type * as v from 'valibot'
import { attachPhotos } from '#features/media/attach-photos.ts'
import { backdatePhotos } from '#features/media/import-photo.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { checkPetDates } from './check-pet-dates.ts'
import { insertPetWithNewSlug, refuseTooManyPets } from './create-pet.ts'
import { lockUserForNewPet, selectAnyOwnPet, updateDiedOn, updatePortrait } from './queries.ts'

/** A pet from another account or instance. Its portrait must be a ready photo on this instance. */
export type ExportedPet = v.InferOutput<typeof NewPet> & {
  id: PetId
  createdAt: Date
  diedOn: string | null
  portrait: PhotoId | null
}

/** Returns whether the viewer cares for any of these pets, deleted pets included. */
export const caresForAnyPet = async (ctx: UserContext, ids: readonly PetId[]): Promise<boolean> =>
  (await selectAnyOwnPet(ctx.db, ctx.viewer, ids)) !== undefined

/**
 * Imports a pet with its original dates. Calls `also` in the same transaction. Returns false if the viewer already
 * cares for the pet.
 * @throws Problem 'validation-failed' for a future date; 'conflict' above 100 pets; 'not-found' if the portrait is
 * attached or another user's; 'picture-taken-down'; 'unavailable' if five random slugs are in use.
 */
export async function importPet(
  ctx: UserContext,
  { createdAt, diedOn, portrait, ...pet }: ExportedPet,
  also: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  checkPetDates({ ...pet, diedOn }, ctx.now)
  return ctx.transaction(async (tx) => {
    await lockUserForNewPet(tx.db, ctx.viewer)
    if (await selectAnyOwnPet(tx.db, ctx.viewer, [pet.id])) return false
    await refuseTooManyPets(tx.db, ctx.viewer)
    await insertPetWithNewSlug(tx, ctx, { ...pet, now: createdAt })
    if (diedOn) await updateDiedOn(tx.db, pet.id, diedOn)
    if (portrait) await importPortrait(ctx, tx, pet.id, portrait, createdAt)
    await also(tx)
    return true
  })
}

// Does not update avatars, because no user can show a new pet as avatar yet.
async function importPortrait(ctx: UserContext, tx: Tx, pet: PetId, portrait: PhotoId, at: Date) {
  await attachPhotos(tx, ctx.viewer, [portrait], { isPublic: true, now: ctx.now })
  await backdatePhotos(tx, [portrait], at)
  await updatePortrait(tx.db, pet, portrait)
}
