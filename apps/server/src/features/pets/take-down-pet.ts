import type { PetId } from '@pawtrait/contract/ids.ts'
import { putBackPhotos, takeDownPhotos } from '#features/media/files/take-down-photos.ts'
import { changeStandIns, hideStandIns } from '#features/users/account/show-image.ts'
import type { Tx } from '#platform/context.ts'
import { erasePet } from './delete-pet.ts'
import { updatePetTakenDown } from './queries.ts'

/**
 * Moderators take a pet's page down: nobody finds it, its portrait answers 410; posts that show it stay. Whoever it
 * stands in for is held already (`holdStandIns`).
 */
export async function takeDownPet(tx: Tx, pet: PetId, now: Date): Promise<void> {
  const taken = await updatePetTakenDown(tx.db, pet, now.toISOString())
  if (!taken) return
  await hideStandIns(tx, pet)
  if (taken.portrait) await takeDownPhotos(tx, [taken.portrait], now)
}

/** The page is back, and the portrait for whomever it stands in; they are held already. */
export async function putBackPet(tx: Tx, pet: PetId): Promise<void> {
  const back = await updatePetTakenDown(tx.db, pet, null)
  if (!back) return
  if (back.portrait) await putBackPhotos(tx, [back.portrait])
  if (back.name) await changeStandIns(tx, pet, back.name)
}

/** The page is gone for good: the time for appeals is over. As for both above. */
export async function purgePet(tx: Tx, pet: PetId, now: Date): Promise<void> {
  if (await updatePetTakenDown(tx.db, pet, null)) await erasePet(tx, pet, now)
}
