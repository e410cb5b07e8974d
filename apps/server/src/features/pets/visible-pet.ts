import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectViewerRole } from './queries.ts'

declare const visibleBrand: unique symbol
/** A pet id that proves that the viewer may see the pet. Only `requireVisiblePet` returns one. */
export type VisiblePetId = PetId & { [visibleBrand]: true }

export const petNotFoundProblem = () => new Problem('not-found', 'This pet is not available.')

/** Returns whether the viewer may see the pet. Used by actions such as unfollow, which also work on invisible pets. */
export const canSeePet = async (ctx: Pick<Context, 'db' | 'viewer' | 'now'>, id: PetId): Promise<boolean> =>
  (await selectViewerRole(ctx.db, ctx.viewer, id, ctx.now)) !== undefined

/** Checks that the viewer may see the pet. @throws Problem 'not-found', the same for unknown and invisible pets */
export async function requireVisiblePet(ctx: Pick<Context, 'db' | 'viewer' | 'now'>, id: PetId): Promise<VisiblePetId> {
  if (!(await selectViewerRole(ctx.db, ctx.viewer, id, ctx.now))) throw petNotFoundProblem()
  return id as VisiblePetId
}
