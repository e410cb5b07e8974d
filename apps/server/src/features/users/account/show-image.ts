import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import {
  lockUsersShowing,
  lockUsersShowingPhoto,
  updateImage,
  updateImageOfPet,
  updateImagesHidden,
  updateImagesOfPet,
  updateImagesOfPhoto,
} from './image-queries.ts'

/** What stands for a person: the media name of a photo, and the pet whose portrait it is, or null. */
export type Picture = { name: string; pet: PetId | null }

/** Shows a picture for the user; null: initials. */
export const showImage = (tx: Tx, user: UserId, picture: Picture | null) =>
  updateImage(tx.db, user, picture?.name ?? null, picture?.pet ?? null)

/**
 * To be called before the pet's row is locked: a post locks its author before its pets,
 * and whoever does it the other way round could wait for it forever. `also`: who else is held, in the same order.
 */
export const holdStandIns = (tx: Tx, pet: PetId, ...also: UserId[]) => lockUsersShowing(tx.db, pet, also)

/** The pet's portrait changed, or went (null): so does the picture of whoever let it stand in. */
export const changeStandIns = (tx: Tx, pet: PetId, name: string | null) => updateImagesOfPet(tx.db, pet, name)

/** Nobody sees the pet's portrait for a while: `changeStandIns` brings it back to whoever let it stand in. */
export const hideStandIns = (tx: Tx, pet: PetId) => updateImagesHidden(tx.db, pet)

/** The pet stands in for this user no more; whoever shows another picture keeps it. */
export const endStandIn = (tx: Tx, user: UserId, pet: PetId) => updateImageOfPet(tx.db, user, pet)

/** As `holdStandIns`, before a photo's row is locked. */
export const holdImages = (tx: Tx, name: string) => lockUsersShowingPhoto(tx.db, name)

/** A photo got another media name: whoever shows it goes on showing it. */
export const renameImages = (tx: Tx, from: string, to: string) => updateImagesOfPhoto(tx.db, from, to)
