import type { PetId } from '@pawtrait/contract/ids.ts'
import { hasPermission, type PetPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectRole } from './queries.ts'
import { petNotFound } from './visible-pet.ts'

declare const may: unique symbol
/** Id of a pet, branded as proof that the viewer's role allows `Verb`. Only `ownPet` returns one. */
export type PetFor<Verb extends PetPermission> = PetId & { [may]: Verb }

/** Context for a check inside a transaction. `db` is the transaction's, `viewer` and `now` are the request's. */
export type ViewerTx = Pick<UserContext, 'db' | 'viewer' | 'now'>

/**
 * Checks that the viewer's role allows `verb` on the pet (`rolesByAction`), and returns the branded id.
 * @throws Problem 'not-found' for an unknown or invisible pet; 'forbidden' when the viewer's role does not allow it.
 */
export async function ownPet<Verb extends PetPermission>(ctx: ViewerTx, id: PetId, verb: Verb): Promise<PetFor<Verb>> {
  const seen = await selectRole(ctx.db, ctx.viewer, id, ctx.now)
  if (!seen) throw petNotFound()
  if (!seen.role) throw new Problem('forbidden', 'Only the people who care for this pet can do this.')
  if (!hasPermission(seen.role, verb)) throw new Problem('forbidden', 'Your role does not allow this.')
  return id as PetFor<Verb>
}
