import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectRole } from './queries.ts'

declare const seen: unique symbol
/** Proof that the viewer may see the pet. Only `visiblePet` returns one. */
export type VisiblePetId = PetId & { [seen]: true }

export const petNotFound = () => new Problem('not-found', 'This pet is not available.')

/** Returns whether the viewer may see the pet, for actions that are allowed either way, such as undoing a follow. */
export const seesPet = async (ctx: Pick<Context, 'db' | 'viewer' | 'now'>, id: PetId): Promise<boolean> =>
  (await selectRole(ctx.db, ctx.viewer, id, ctx.now)) !== undefined

/** Proves that the viewer may see the pet. @throws Problem 'not-found' otherwise, without the reason */
export async function visiblePet(ctx: Pick<Context, 'db' | 'viewer' | 'now'>, id: PetId): Promise<VisiblePetId> {
  if (!(await selectRole(ctx.db, ctx.viewer, id, ctx.now))) throw petNotFound()
  return id as VisiblePetId
}
