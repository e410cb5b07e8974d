import type { PetId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { lockUsersWithPetAvatar, updatePetAvatars } from '#features/users/account/avatars.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { emitInvitesClosed } from './invite-person.ts'
import { closePetInvites } from './invite-queries.ts'
import { lockPet, markPetDeleted } from './queries.ts'
import { recordAction } from './record-action.ts'
import { requirePetPermission } from './require-pet-permission.ts'

/**
 * Deletes the viewer's pet; posts that show it remain. The pet's row remains, because its slug must never be reused.
 * @throws Problem from `requirePetPermission` if the viewer's role does not allow it
 */
export async function deletePet(ctx: UserContext, id: PetId): Promise<void> {
  const pet = await requirePetPermission(ctx, id, 'delete')
  await ctx.transaction(async (tx) => {
    await lockUsersWithPetAvatar(tx, pet)
    await softDeletePet(tx, pet, ctx.now)
    await recordAction(tx, ctx, pet, 'deleted')
  })
}

/** Soft-deletes a pet. The caller has locked the users who show it as avatar, with `lockUsersWithPetAvatar`. */
export async function softDeletePet(tx: Tx, pet: PetId, now: Date): Promise<void> {
  const current = await lockPet(tx.db, pet)
  if (!current) return
  await markPetDeleted(tx.db, pet, now)
  await updatePetAvatars(tx, pet, null)
  if (current.portrait) await deletePhotos(tx, [current.portrait], now)
  await emitInvitesClosed(tx, await closePetInvites(tx.db, pet, now))
  await tx.job('end-pet-follows', { pet })
}
