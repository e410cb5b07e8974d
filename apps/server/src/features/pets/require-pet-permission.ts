import type { PetId } from '@pawtrait/contract/ids.ts'
import { hasPermission, type PetPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectViewerRole } from './queries.ts'
import { petNotFoundProblem } from './visible-pet.ts'

declare const permissionBrand: unique symbol
/** A pet id that proves that the viewer's role allows `Verb`. Only `requirePetPermission` returns one. */
export type PermittedPetId<Verb extends PetPermission> = PetId & { [permissionBrand]: Verb }

/** Context for a check in a transaction: `db` belongs to the transaction, `viewer` and `now` to the request. */
export type PermissionContext = Pick<UserContext, 'db' | 'viewer' | 'now'>

/**
 * Checks that the viewer's role allows `verb` on the pet (`rolesByPermission`), and returns the branded id.
 * @throws Problem 'not-found' for an unknown or invisible pet; 'forbidden' if the viewer's role does not allow it.
 */
export async function requirePetPermission<Verb extends PetPermission>(
  ctx: PermissionContext,
  id: PetId,
  verb: Verb,
): Promise<PermittedPetId<Verb>> {
  const viewerRole = await selectViewerRole(ctx.db, ctx.viewer, id, ctx.now)
  if (!viewerRole) throw petNotFoundProblem()
  if (!viewerRole.role) throw new Problem('forbidden', 'Only the people who care for this pet can do this.')
  if (!hasPermission(viewerRole.role, verb)) throw new Problem('forbidden', 'Your role does not allow this.')
  return id as PermittedPetId<Verb>
}
