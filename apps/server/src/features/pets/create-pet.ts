import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { NewPet, Pet } from '@pawtrait/contract/pets/pets.ts'
import type * as v from 'valibot'
import { refuseNewAccountLinks } from '#features/users/new-account-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { checkPetDates } from './check-pet-dates.ts'
import { makeSlug } from './make-slug.ts'
import { insertPet, lockUserForNewPet, selectPetCount } from './queries.ts'
import { recordAction } from './record-action.ts'
import { getPet } from './view.ts'

export const MAX_PETS = 100
// Four random characters out of 31 give 900,000 slugs per name, so five collisions are very unlikely.
const MAX_ATTEMPTS = 5

/**
 * Creates a pet owned by the viewer. Its slug never changes, even when the pet is renamed.
 * @throws Problem 'validation-failed' for a future date; 'conflict' above 100 pets, because pet lists are not paginated
 */
export async function createPet(ctx: UserContext, pet: v.InferOutput<typeof NewPet>): Promise<Pet> {
  checkPetDates(pet, ctx.now)
  await refuseNewAccountLinks(ctx, { name: pet.name, breed: pet.breed, bio: pet.bio })
  const id = newId<PetId>(ctx.now)
  await ctx.transaction(async (tx) => {
    const { db } = tx
    await lockUserForNewPet(db, ctx.viewer)
    await refuseTooManyPets(db, ctx.viewer)
    await insertPetWithNewSlug(tx, ctx, { ...pet, id, now: ctx.now })
  })
  return getPet(ctx, id)
}

/** @throws Problem 'conflict' when the user already cares for 100 pets */
export async function refuseTooManyPets(db: Tx['db'], user: UserId): Promise<void> {
  const { pets } = (await selectPetCount(db, user)) ?? { pets: 0 }
  if (pets >= MAX_PETS) throw new Problem('conflict', `You care for ${MAX_PETS} pets already. That is the most.`)
}

type PetToInsert = v.InferOutput<typeof NewPet> & { id: PetId; now: Date }

/** Inserts a pet of the viewer with an unused slug. @throws Problem 'unavailable' if five random slugs are in use */
export async function insertPetWithNewSlug(tx: Tx, ctx: UserContext, pet: PetToInsert): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const slug = makeSlug(pet.name, pet.species)
    if (await insertPet(tx.db, { ...pet, slug, owner: ctx.viewer }))
      return void (await recordAction(tx, ctx, pet.id, 'added'))
  }
  throw new Problem('unavailable', 'No address was free for this pet. Try again.', { retryAfterSeconds: 1 })
}
