import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import {
  hideAvatarsOfPet,
  lockUsersWithAvatarName,
  lockUsersWithAvatarOfPet,
  removeAvatarOfPet,
  updateAvatar,
  updateAvatarsOfPet,
  updateAvatarsOfPhoto,
} from './avatar-queries.ts'

/** Avatar of a user. `name` is the media name of a photo. `pet` is set if the photo is that pet's portrait. */
export type Avatar = { name: string; pet: PetId | null }

export const setAvatar = (tx: Tx, user: UserId, picture: Avatar | null) =>
  updateAvatar(tx.db, user, picture?.name ?? null, picture?.pet ?? null)

/**
 * Locks the users with this pet's portrait as avatar, and the users in `also`, by id. Call it before the pet's row
 * is locked: posts lock their author before their pets, and the opposite order could deadlock.
 */
export const lockUsersWithPetAvatar = (tx: Tx, pet: PetId, ...also: UserId[]) =>
  lockUsersWithAvatarOfPet(tx.db, pet, also)

/** Replaces the avatars that show this pet's portrait, after the portrait changed or was removed (null). */
export const updatePetAvatars = (tx: Tx, pet: PetId, name: string | null) => updateAvatarsOfPet(tx.db, pet, name)

/** Hides the avatars that show this pet's portrait. `updatePetAvatars` restores them. */
export const hidePetAvatars = (tx: Tx, pet: PetId) => hideAvatarsOfPet(tx.db, pet)

/** Removes the user's avatar if it is the portrait of this pet. */
export const removePetAvatar = (tx: Tx, user: UserId, pet: PetId) => removeAvatarOfPet(tx.db, user, pet)

/** Locks the users with this photo as avatar. Call it before the photo's row is locked, to avoid deadlocks. */
export const lockUsersWithAvatar = (tx: Tx, name: string) => lockUsersWithAvatarName(tx.db, name)

export const renameAvatars = (tx: Tx, from: string, to: string) => updateAvatarsOfPhoto(tx.db, from, to)
