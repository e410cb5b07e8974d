import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { PetPeople } from '@pawtrait/contract/pets/pet-people.ts'
import { invitableRoles } from '@pawtrait/contract/pets/pet-roles.ts'
import type { PetRole } from '@pawtrait/contract/pets/pets.ts'
import { removePetAvatar } from '#features/users/account/avatars.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { emitInvitesClosed, resolveSittingEnd } from './invite-person.ts'
import { closeInvitesOfSender } from './invite-queries.ts'
import { countPeopleOfPet, deletePetPerson, selectCurrentRole, updateRole } from './people-queries.ts'
import { lockPet } from './queries.ts'
import { recordAction } from './record-action.ts'
import { requirePetPermission } from './require-pet-permission.ts'
import { listPetPeople } from './view-people.ts'
import { petNotFoundProblem } from './visible-pet.ts'

/**
 * Ends a user's role for a pet. Users may also end their own role. The user's posts and tags remain.
 * @throws Problem 'not-found' for an invisible pet, or a user without a role for the pet; 'forbidden' if the viewer's
 * role does not allow it; 'conflict' for the pet's last owner.
 */
export async function removePerson(ctx: UserContext, id: PetId, user: UserId): Promise<void> {
  const isLeaving = user === ctx.viewer
  await withLockedPerson(ctx, id, user, isLeaving ? 'leave' : 'remove-person', async (tx, pet, role) => {
    if (role === 'owner') await requireOtherOwner(ctx, tx, pet)
    await deletePetPerson(tx.db, pet, user)
    await removePetAvatar(tx, user, pet)
    await recordAction(tx, ctx, pet, isLeaving ? 'left' : 'removed', isLeaving ? {} : { user, role })
    await emitInvitesClosed(tx, await closeInvitesOfSender(tx.db, pet, user, [], ctx.now))
  })
}

/**
 * Changes a user's role for a pet. An owner may give up ownership if the pet has another owner.
 * @throws Problem 'not-found', 'forbidden' and 'conflict' in the cases of `removePerson`; 'validation-failed' for an
 * invalid last day of a sitter.
 */
export async function changeRole(
  ctx: UserContext,
  id: PetId,
  user: UserId,
  change: { role: PetRole; until: string | null },
): Promise<PetPeople> {
  await withLockedPerson(ctx, id, user, 'change-role', async (tx, pet, before) => {
    const until = await resolveSittingEnd(tx.db, ctx.now, pet, change)
    if (before === 'owner') await requireOtherOwner(ctx, tx, pet)
    await updateRole(tx.db, pet, user, change.role, until)
    await recordAction(tx, ctx, pet, 'changed-role', { user, role: change.role })
    await emitInvitesClosed(tx, await closeInvitesOfSender(tx.db, pet, user, invitableRoles(change.role), ctx.now))
  })
  return listPetPeople(ctx, id)
}

/** Runs `work` with the pet locked. Changes of roles for one pet therefore run one after another. */
async function withLockedPerson(
  ctx: UserContext,
  id: PetId,
  user: UserId,
  verb: 'leave' | 'remove-person' | 'change-role',
  work: (tx: Tx, pet: PetId, role: PetRole) => Promise<void>,
) {
  const pet = await requirePetPermission(ctx, id, verb)
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, ctx.viewer, user) // Lock order: users before pets.
    if (!(await lockPet(tx.db, pet))) throw petNotFoundProblem()
    await requirePetPermission({ ...ctx, db: tx.db }, pet, verb)
    const person = await selectCurrentRole(tx.db, pet, user, ctx.now)
    if (!person) throw new Problem('not-found', 'They do not care for this pet.')
    await work(tx, pet, person.role)
  })
}

async function requireOtherOwner(ctx: UserContext, { db }: Tx, pet: PetId) {
  const { owners } = await countPeopleOfPet(db, pet, ctx.now)
  if (owners < 2) throw new Problem('conflict', 'There is always an owner. Hand over first.')
}
