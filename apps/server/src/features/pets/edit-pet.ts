import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Pet, PetChange } from '@pawtrait/contract/pets.ts'
import type * as v from 'valibot'
import type { UserContext } from '#platform/context.ts'
import { checkDays } from './check-days.ts'
import { ownPet } from './own-pet.ts'
import { updatePet } from './queries.ts'
import { petById } from './view.ts'

/**
 * Changes a pet the viewer cares for; what is left out stays, the slug always.
 * @throws Problem as `ownPet`; 'validation-failed' for a day to come.
 */
export async function editPet(ctx: UserContext, id: PetId, change: v.InferOutput<typeof PetChange>): Promise<Pet> {
  checkDays(change, ctx.now)
  const pet = await ownPet(ctx, id)
  await updatePet(ctx.db, pet, change)
  return petById(ctx, pet)
}
