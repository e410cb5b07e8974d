import type { PetId } from '@pawtrait/contract/ids.ts'
import { restorePhotos, takeDownPhotos } from '#features/media/files/take-down-photos.ts'
import { hidePetAvatars, updatePetAvatars } from '#features/users/account/avatars.ts'
import type { Tx } from '#platform/context.ts'
import { softDeletePet } from './delete-pet.ts'
import { updatePetTakenDownAt } from './queries.ts'

/** Takes down a pet's page; its posts remain. The caller has called `lockUsersWithPetAvatar`. */
export async function takeDownPet(tx: Tx, pet: PetId, now: Date): Promise<void> {
  const hidden = await updatePetTakenDownAt(tx.db, pet, now.toISOString())
  if (!hidden) return
  await hidePetAvatars(tx, pet)
  if (hidden.portrait) await takeDownPhotos(tx, [hidden.portrait], now)
}

/** Undoes `takeDownPet`: restores page, portrait and avatars. The caller holds the locks that `takeDownPet` needs. */
export async function restorePet(tx: Tx, pet: PetId): Promise<void> {
  const restored = await updatePetTakenDownAt(tx.db, pet, null)
  if (!restored) return
  if (restored.portrait) await restorePhotos(tx, [restored.portrait])
  if (restored.name) await updatePetAvatars(tx, pet, restored.name)
}

/** Deletes a pet's page permanently after the appeal period. The caller holds the locks that `takeDownPet` needs. */
export async function purgePet(tx: Tx, pet: PetId, now: Date): Promise<void> {
  if (await updatePetTakenDownAt(tx.db, pet, null)) await softDeletePet(tx, pet, now)
}
