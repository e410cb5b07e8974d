import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Pet, PetChange } from '@pawtrait/contract/pets/pets.ts'
import type * as v from 'valibot'
import { refuseNewAccountLinks } from '#features/users/new-account-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { checkPetDates } from './check-pet-dates.ts'
import { ownPet } from './own-pet.ts'
import { updatePet } from './queries.ts'
import { recordAction } from './record-action.ts'
import { getPet } from './view.ts'

/** Changes fields, never the slug. @throws Problem 'not-found'; 'forbidden'; 'validation-failed' for a future date */
export async function editPet(ctx: UserContext, id: PetId, change: v.InferOutput<typeof PetChange>): Promise<Pet> {
  checkPetDates(change, ctx.now)
  const pet = await ownPet(ctx, id, 'edit')
  await refuseNewAccountLinks(ctx, { name: change.name, breed: change.breed, bio: change.bio })
  const fields = Object.keys(change)
  if (fields.length > 0)
    await ctx.transaction(async (tx) => {
      await updatePet(tx.db, pet, change)
      await recordAction(tx, ctx, pet, 'edited', { fields })
    })
  return getPet(ctx, pet)
}
