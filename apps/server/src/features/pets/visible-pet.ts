import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectRole } from './queries.ts'

declare const seen: unique symbol
/** A pet id whose visibility to the viewer has been checked. Only `visiblePet` makes one. */
export type VisiblePetId = PetId & { [seen]: true }

export const noPet = () => new Problem('not-found', 'This pet is not available.')

/** Whether the viewer may see the pet, for what they may take back either way. */
export const seesPet = async (ctx: Pick<Context, 'db' | 'viewer' | 'now'>, id: PetId): Promise<boolean> =>
  (await selectRole(ctx.db, ctx.viewer, id, ctx.now)) !== undefined

/**
 * Proves that the viewer may see the pet.
 * @throws Problem 'not-found' when there is none, it was removed, or it is not for them: the answer does not say which.
 */
export async function visiblePet(ctx: Pick<Context, 'db' | 'viewer' | 'now'>, id: PetId): Promise<VisiblePetId> {
  if (!(await selectRole(ctx.db, ctx.viewer, id, ctx.now))) throw noPet()
  return id as VisiblePetId
}
