import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { PetActionVerb } from '@pawtrait/contract/pets/pet-people.ts'
import type { PetRole } from '@pawtrait/contract/pets/pets.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { insertAction } from './action-queries.ts'

/** Details of an action on a pet: the affected user, their new role, or the changed fields. */
export type ActionDetails = { user?: UserId; role?: PetRole; fields?: readonly string[] }

type ActionContext = Pick<UserContext, 'now'> & { viewer: UserId | null }

/** Records an action on a pet in the transaction that performs it. `viewer: null` means that the system acted. */
export const recordAction = (
  { db }: Tx,
  ctx: ActionContext,
  pet: PetId,
  verb: PetActionVerb,
  { user, ...about }: ActionDetails = {},
) => insertAction(db, { id: newId(ctx.now), pet, actor: ctx.viewer, verb, user: user ?? null, about, now: ctx.now })
