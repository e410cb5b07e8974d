import type { PetId } from '@pawtrait/contract/ids.ts'
import { lockUsersWithStandIn } from '#features/users/account/avatars.ts'
import type { Context, Tx } from '#platform/context.ts'
import { eachRow } from '#platform/database/each-row.ts'
import { erasePet } from './delete-pet.ts'
import { emitInvitesClosed } from './invite-person.ts'
import { closeExpiredInvite, selectExpiredInvites } from './invite-queries.ts'
import {
  clearDeletedPets,
  countPeopleOfPet,
  selectNextOwner,
  selectOwnerlessPets,
  updateRole,
} from './people-queries.ts'
import { lockPet } from './queries.ts'
import { recordAction } from './record-action.ts'

const BATCH_SIZE = 200

/**
 * Transfers pets of erased owners. The family member of the longest time becomes the owner, else the
 * longest-standing carer. A pet without either is deleted, and its name is cleared. Photos of it by other users remain.
 */
export async function transferOwnerlessPets(ctx: Context): Promise<void> {
  await eachRow(
    ctx,
    'pass-on-pets',
    (after) => selectOwnerlessPets(ctx.db, after, BATCH_SIZE),
    ({ id }) => ctx.transaction((tx) => transferPet(ctx, tx, id)),
  )
  await clearDeletedPets(ctx.db)
}

async function transferPet(ctx: Context, tx: Tx, pet: PetId) {
  await lockUsersWithStandIn(tx, pet)
  const isDeleted = !(await lockPet(tx.db, pet))
  // Another process may have transferred the pet first.
  if (isDeleted || (await countPeopleOfPet(tx.db, pet, ctx.now)).owners > 0) return
  const heir = await selectNextOwner(tx.db, pet)
  if (!heir) return erasePet(tx, pet, ctx.now)
  if (!heir.isActive) return
  await updateRole(tx.db, pet, heir.id, 'owner', null)
  await recordAction(tx, { now: ctx.now, viewer: null }, pet, 'inherited', { user: heir.id, role: 'owner' })
}

/** Closes invitations that have expired, and those for a sitting that has ended. */
export async function closeExpiredInvites(ctx: Context): Promise<void> {
  await eachRow(
    ctx,
    'close-old-invites',
    (after) => selectExpiredInvites(ctx.db, ctx.now, after, BATCH_SIZE),
    ({ id }) => ctx.transaction(async (tx) => emitInvitesClosed(tx, await closeExpiredInvite(tx.db, id, ctx.now))),
  )
}
