import type { PetId } from '@pawtrait/contract/ids.ts'
import { type PetPermission, roleMay } from '@pawtrait/contract/pets/pet-roles.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectRole } from './queries.ts'
import { petNotFound } from './visible-pet.ts'

declare const may: unique symbol
/** Proof that the viewer's role allows `Verb` on this pet. Only `ownPet` returns one. */
export type PetFor<Verb extends PetPermission> = PetId & { [may]: Verb }

/** Context for a check within a transaction: its `db`, and the request's `viewer` and `now`. */
export type ViewerTx = Pick<UserContext, 'db' | 'viewer' | 'now'>

/**
 * Proves that the viewer may perform `verb` on the pet, by `rolesByAction`.
 * @throws Problem 'not-found' as `visiblePet`; 'forbidden' when the viewer may see the pet but not do this.
 */
export async function ownPet<Verb extends PetPermission>(ctx: ViewerTx, id: PetId, verb: Verb): Promise<PetFor<Verb>> {
  const seen = await selectRole(ctx.db, ctx.viewer, id, ctx.now)
  if (!seen) throw petNotFound()
  if (!seen.role) throw new Problem('forbidden', 'Only the people who care for this pet can do this.')
  if (!roleMay(seen.role, verb)) throw new Problem('forbidden', 'Your role does not allow this.')
  return id as PetFor<Verb>
}
