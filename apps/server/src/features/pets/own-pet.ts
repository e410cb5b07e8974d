import type { PetId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectRole } from './queries.ts'
import { noPet } from './visible-pet.ts'

declare const cared: unique symbol
declare const owned: unique symbol
/** The viewer cares for this pet, in whatever role. Only `ownPet` makes one. */
export type OwnPetId = PetId & { [cared]: true }
/** The viewer is an owner of this pet. Only `ownedPet` makes one. */
export type OwnedPetId = OwnPetId & { [owned]: true }

type Asked = Pick<UserContext, 'db' | 'viewer' | 'now'>

/**
 * Proves that the viewer cares for the pet.
 * @throws Problem 'not-found' as `visiblePet`; 'forbidden' when they may see it but do not care for it.
 */
export async function ownPet(ctx: Asked, id: PetId): Promise<OwnPetId> {
  const seen = await selectRole(ctx.db, ctx.viewer, id, ctx.now)
  if (!seen) throw noPet()
  if (!seen.role) throw new Problem('forbidden', 'Only the people who care for this pet can do this.')
  return id as OwnPetId
}

/**
 * Proves that the viewer is an owner of the pet.
 * @throws Problem as `ownPet`; 'forbidden' for family, carers and sitters too.
 */
export async function ownedPet(ctx: Asked, id: PetId): Promise<OwnedPetId> {
  const seen = await selectRole(ctx.db, ctx.viewer, id, ctx.now)
  if (!seen) throw noPet()
  if (seen.role !== 'owner') throw new Problem('forbidden', 'Only an owner can do this.')
  return id as OwnedPetId
}
