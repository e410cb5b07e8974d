import type { PetId } from '@pawtrait/contract/ids.ts'
import type { NewPet, Pet } from '@pawtrait/contract/pets.ts'
import type * as v from 'valibot'
import { refuseNewAccountLinks } from '#features/users/new-account-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { Problem } from '#platform/problem.ts'
import { checkDays } from './check-days.ts'
import { makeSlug } from './make-slug.ts'
import { noteAction } from './note-action.ts'
import { insertPet, lockPetsOf, selectPetCount } from './queries.ts'
import { petById } from './view.ts'

/** So many pets one user may care for. */
export const MOST_PETS = 100
// Four letters of 31 give 900,000 slugs a name: a second clash in a row is one in many millions.
const MOST_TRIES = 5

/**
 * Adds a pet whose owner is the viewer. Its slug never changes, whatever it is called later.
 * @throws Problem 'validation-failed' for a day to come; 'conflict' above 100 pets, since lists of pets come whole.
 */
export async function createPet(ctx: UserContext, pet: v.InferOutput<typeof NewPet>): Promise<Pet> {
  checkDays(pet, ctx.now)
  await refuseNewAccountLinks(ctx, { name: pet.name, breed: pet.breed, bio: pet.bio })
  const id = newId<PetId>(ctx.now)
  await ctx.transaction(async (tx) => {
    const { db } = tx
    await lockPetsOf(db, ctx.viewer)
    const { pets } = (await selectPetCount(db, ctx.viewer)) ?? { pets: 0 }
    if (pets >= MOST_PETS) throw new Problem('conflict', `You care for ${MOST_PETS} pets already. That is the most.`)
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const slug = makeSlug(pet.name, pet.species)
      if (await insertPet(db, { ...pet, id, slug, owner: ctx.viewer, now: ctx.now }))
        return noteAction(tx, ctx, id, 'added')
    }
    throw new Problem('unavailable', 'No address was free for this pet. Try again.', { retryAfterSeconds: 1 })
  })
  return petById(ctx, id)
}
