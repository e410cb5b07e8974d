import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import {
  clearImageOfPet,
  clearImagesOfPet,
  lockUsersWithImage,
  lockUsersWithImageOfPet,
  updateImage,
  updateImagesOfPet,
  updateImagesOfPhoto,
} from './image-queries.ts'

/** An avatar: the media name of a photo; `pet`: the stand-in pet of a portrait, or null. */
export type Avatar = { name: string; pet: PetId | null }

export const setAvatar = (tx: Tx, user: UserId, picture: Avatar | null) =>
  updateImage(tx.db, user, picture?.name ?? null, picture?.pet ?? null)

/**
 * Locks the users with this pet as avatar, and the users `also`, sorted by id. Call it before the pet's row is locked:
 * posts lock their author before their pets, and the opposite order could deadlock.
 */
export const lockUsersWithStandIn = (tx: Tx, pet: PetId, ...also: UserId[]) => lockUsersWithImageOfPet(tx.db, pet, also)

/** Updates the avatar of all users with this stand-in pet after its portrait changed or was removed (null). */
export const updateStandInAvatars = (tx: Tx, pet: PetId, name: string | null) => updateImagesOfPet(tx.db, pet, name)

/** Hides the avatars with this stand-in pet. `updateStandInAvatars` restores them. */
export const hideStandInAvatars = (tx: Tx, pet: PetId) => clearImagesOfPet(tx.db, pet)

/** Removes the user's avatar if it is the portrait of this pet. */
export const removeStandInAvatar = (tx: Tx, user: UserId, pet: PetId) => clearImageOfPet(tx.db, user, pet)

/** Locks the users with this photo as avatar. Call it before the photo's row is locked. */
export const lockUsersWithAvatar = (tx: Tx, name: string) => lockUsersWithImage(tx.db, name)

export const renameAvatars = (tx: Tx, from: string, to: string) => updateImagesOfPhoto(tx.db, from, to)
