import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Pet, PetChange } from '@pawtrait/contract/pets/pets.ts'
import type * as v from 'valibot'
import { refuseNewAccountLinks } from '#features/users/new-account-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { refuseOutdatedEdit } from '#platform/problem.ts'
import { checkPetDates } from './check-pet-dates.ts'
import { lockPetFields, updatePet } from './queries.ts'
import { recordAction } from './record-action.ts'
import { requirePetPermission } from './require-pet-permission.ts'
import { getPet } from './view.ts'
import { petNotFoundProblem } from './visible-pet.ts'

/**
 * Changes fields of a pet, but never its slug. Writes nothing if no field changes.
 * @throws Problem 'not-found'; 'forbidden'; 'validation-failed' for a future date; 'conflict' if the pet has changed
 * since `seen`
 */
export async function editPet(
  ctx: UserContext,
  id: PetId,
  { seen, ...change }: v.InferOutput<typeof PetChange>,
): Promise<Pet> {
  checkPetDates(change, ctx.now)
  const pet = await requirePetPermission(ctx, id, 'edit')
  await refuseNewAccountLinks(ctx, { name: change.name, breed: change.breed, bio: change.bio })
  await ctx.transaction(async (tx) => {
    const current = await lockPetFields(tx.db, pet)
    if (!current) throw petNotFoundProblem()
    const fields = Object.keys(change) as (keyof typeof change)[]
    if (fields.every((field) => change[field] === current[field])) return
    refuseOutdatedEdit(seen, current.editedAt, 'This pet was changed elsewhere.')
    await updatePet(tx.db, pet, change, ctx.now)
    await recordAction(tx, ctx, pet, 'edited', { fields })
  })
  return getPet(ctx, pet)
}
