import type { PetId } from '@pawtrait/contract/ids.ts'
import { lockUsersWithPetAvatar } from '#features/users/account/avatars.ts'
import type { Context, Tx } from '#platform/context.ts'
import { forEachRow } from '#platform/database/for-each-row.ts'
import { softDeletePet } from './delete-pet.ts'
import { emitInvitesClosed } from './invite-person.ts'
import { closeExpiredInvite, selectExpiredInvites } from './invite-queries.ts'
import {
  anonymiseDeletedPets,
  countPeopleOfPet,
  selectNextOwner,
  selectOwnerlessPets,
  updateRole,
} from './people-queries.ts'
import { lockPet } from './queries.ts'
import { recordAction } from './record-action.ts'

const BATCH_SIZE = 200

/**
 * Gives each pet of an erased owner to its longest-serving family member, otherwise to its longest-serving carer. Skips
 * inactive accounts. If only they remain, waits, because the accounts may be restored. If there is no family member or
 * carer, deletes the pet and clears its name; other users' photos of it remain.
 */
export async function transferOwnerlessPets(ctx: Context): Promise<void> {
  await forEachRow(
    ctx,
    'pass-on-pets',
    (after) => selectOwnerlessPets(ctx.db, after, BATCH_SIZE),
    ({ id }) => ctx.transaction((tx) => transferPet(ctx, tx, id)),
  )
  await anonymiseDeletedPets(ctx.db)
}

async function transferPet(ctx: Context, tx: Tx, pet: PetId) {
  await lockUsersWithPetAvatar(tx, pet)
  const isDeleted = !(await lockPet(tx.db, pet))
  // Another process may already have transferred the pet.
  if (isDeleted || (await countPeopleOfPet(tx.db, pet, ctx.now)).owners > 0) return
  const nextOwner = await selectNextOwner(tx.db, pet)
  if (!nextOwner) return softDeletePet(tx, pet, ctx.now)
  if (!nextOwner.isActive) return
  await updateRole(tx.db, pet, nextOwner.id, 'owner', null)
  await recordAction(tx, { now: ctx.now, viewer: null }, pet, 'inherited', { user: nextOwner.id, role: 'owner' })
}

/** Closes invitations that have expired, or that offer a sitter's role with its last day in the past. */
export async function closeExpiredInvites(ctx: Context): Promise<void> {
  await forEachRow(
    ctx,
    'close-old-invites',
    (after) => selectExpiredInvites(ctx.db, ctx.now, after, BATCH_SIZE),
    ({ id }) => ctx.transaction(async (tx) => emitInvitesClosed(tx, await closeExpiredInvite(tx.db, id, ctx.now))),
  )
}
