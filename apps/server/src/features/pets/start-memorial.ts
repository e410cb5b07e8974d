import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import type { UserContext } from '#platform/context.ts'
import { fieldProblem } from '#platform/problem.ts'
import { checkPetDates } from './check-pet-dates.ts'
import { lockPet, updateDiedOn } from './queries.ts'
import { recordAction } from './record-action.ts'
import { requirePetPermission } from './require-pet-permission.ts'
import { getPet } from './view.ts'
import { petNotFoundProblem } from './visible-pet.ts'

/**
 * Makes a pet's page a memorial.
 * @throws Problem 'not-found'; 'forbidden'; 'validation-failed' for a day in the future or before the birthday.
 */
export async function startMemorial(ctx: UserContext, id: PetId, diedOn: string): Promise<Pet> {
  const pet = await requirePetPermission(ctx, id, 'remember')
  checkPetDates({ diedOn }, ctx.now)
  await ctx.transaction(async (tx) => {
    const current = await lockPet(tx.db, pet)
    if (!current) throw petNotFoundProblem()
    if (current.birthday !== null && diedOn < current.birthday)
      throw fieldProblem('diedOn', 'before-birthday', 'Choose a day after the birthday.')
    await updateDiedOn(tx.db, pet, diedOn)
    await recordAction(tx, ctx, pet, 'remembered')
  })
  return getPet(ctx, pet)
}

/** Turns a memorial back into a normal page, if it is one. @throws Problem 'not-found', 'forbidden' */
export async function undoMemorial(ctx: UserContext, id: PetId): Promise<Pet> {
  const pet = await requirePetPermission(ctx, id, 'remember')
  await ctx.transaction(async (tx) => {
    const current = await lockPet(tx.db, pet)
    if (!current?.diedOn) return
    await updateDiedOn(tx.db, pet, null)
    await recordAction(tx, ctx, pet, 'memorial-undone')
  })
  return getPet(ctx, pet)
}
