import type { UserId } from '@pawtrait/contract/ids.ts'
import { findPhotoIdByMediaName, restorePhotos, takeDownPhotos } from '#features/media/files/take-down-photos.ts'
import type { Tx } from '#platform/context.ts'
import { clearProfileContent, lockProfile, type ProfileContent, restoreProfileContent } from './queries.ts'

/** Bio and picture of a profile before moderators took it down, for `restoreProfile`. */
export type RestorableProfile = ProfileContent

/** Returns the id of the profile's photo as a list; empty for a pet's portrait, which is taken down with the pet. */
const findOwnPhotoIds = async (tx: Tx, { imageName, imagePetId }: ProfileContent) => {
  const photo = imageName && !imagePetId ? await findPhotoIdByMediaName(tx, imageName) : undefined
  return photo ? [photo] : []
}

/** Takes down bio and picture, and returns both for `restoreProfile`; undefined for an unknown user. */
export async function takeDownProfile(tx: Tx, user: UserId, now: Date): Promise<ProfileContent | undefined> {
  const previousContent = await lockProfile(tx.db, user)
  if (!previousContent) return undefined
  await clearProfileContent(tx.db, user, now)
  await takeDownPhotos(tx, await findOwnPhotoIds(tx, previousContent), now)
  return previousContent
}

/** Restores the bio and the picture. If the user has set a new bio or picture since, keeps the new one. */
export async function restoreProfile(tx: Tx, user: UserId, previousContent: ProfileContent, now: Date): Promise<void> {
  await restorePhotos(tx, await findOwnPhotoIds(tx, previousContent))
  await restoreProfileContent(tx.db, user, previousContent, now)
}
