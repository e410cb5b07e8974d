import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { PetPeople } from '@pawtrait/contract/pets/pet-people.ts'
import { invitable } from '@pawtrait/contract/pets/pet-roles.ts'
import type { PetRole } from '@pawtrait/contract/pets/pets.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { endStandIn } from '#features/users/account/show-image.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { tellClosed, untilOf } from './invite-person.ts'
import { closeInvitesBy } from './invite-queries.ts'
import { noteAction } from './note-action.ts'
import { ownPet } from './own-pet.ts'
import { deleteHuman, selectHumanCount, selectStanding, updateRole } from './people-queries.ts'
import { lockPet } from './queries.ts'
import { petPeople } from './view-people.ts'
import { noPet } from './visible-pet.ts'

/**
 * Takes somebody off a pet, or, with the viewer's own id, leaves it. What they posted stays, tags too.
 * @throws Problem as `ownPet` (`leave`, `remove-person`); 'not-found' when they are none of its people; 'conflict' for
 *   its last owner.
 */
export async function removePerson(ctx: UserContext, id: PetId, user: UserId): Promise<void> {
  const leaves = user === ctx.viewer
  await withPerson(ctx, id, user, leaves ? 'leave' : 'remove-person', async (tx, pet, role) => {
    if (role === 'owner') await keepAnOwner(ctx, tx, pet)
    await deleteHuman(tx.db, pet, user)
    await endStandIn(tx, user, pet)
    await noteAction(tx, ctx, pet, leaves ? 'left' : 'removed', leaves ? {} : { user, role })
    await tellClosed(tx, await closeInvitesBy(tx.db, pet, user, [], ctx.now))
  })
}

/**
 * Gives one of a pet's people another role; an owner may step down so, as long as another stays.
 * @throws Problem as `ownPet`, `untilOf`; 'not-found' when they are none of its people; 'conflict' for its last owner.
 */
export async function changeRole(
  ctx: UserContext,
  id: PetId,
  user: UserId,
  change: { role: PetRole; until: string | null },
): Promise<PetPeople> {
  await withPerson(ctx, id, user, 'change-role', async (tx, pet, before) => {
    const until = await untilOf(tx.db, ctx.now, pet, change)
    if (before === 'owner') await keepAnOwner(ctx, tx, pet)
    await updateRole(tx.db, pet, user, change.role, until)
    await noteAction(tx, ctx, pet, 'changed-role', { user, role: change.role })
    await tellClosed(tx, await closeInvitesBy(tx.db, pet, user, invitable(change.role), ctx.now))
  })
  return petPeople(ctx, id)
}

/** The pet is held, so that of two who change its people at once the second sees what the first did. */
async function withPerson(
  ctx: UserContext,
  id: PetId,
  user: UserId,
  verb: 'leave' | 'remove-person' | 'change-role',
  work: (tx: Tx, pet: PetId, role: PetRole) => Promise<void>,
) {
  const pet = await ownPet(ctx, id, verb)
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, ctx.viewer, user) // users before pets, as everywhere
    if (!(await lockPet(tx.db, pet))) throw noPet()
    await ownPet({ ...ctx, db: tx.db }, pet, verb)
    const is = await selectStanding(tx.db, pet, user, ctx.now)
    if (!is) throw new Problem('not-found', 'They do not care for this pet.')
    await work(tx, pet, is.role)
  })
}

async function keepAnOwner(ctx: UserContext, { db }: Tx, pet: PetId) {
  const { owners } = await selectHumanCount(db, pet, ctx.now)
  if (owners < 2) throw new Problem('conflict', 'There is always an owner. Hand over first.')
}
