import type { UserId } from '@pawtrait/contract/ids.ts'
import { photoNamed, putBackPhotos, takeDownPhotos } from '#features/media/files/take-down-photos.ts'
import type { Tx } from '#platform/context.ts'
import { lockProfile, type ProfileBefore, updateProfileEmptied, updateProfilePutBack } from './queries.ts'

/** What a profile says and shows, for the way back. */
export type ProfileWords = ProfileBefore

/** The photo that is the user's picture; none while a pet's portrait stands in, which is taken down with the pet. */
const ownPicture = async (tx: Tx, { imageName, imagePetId }: ProfileBefore) => {
  const photo = imageName && !imagePetId ? await photoNamed(tx, imageName) : undefined
  return photo ? [photo] : []
}

/** Moderators take words and picture of a profile down. Gives them, for the way back; nothing when nobody is there. */
export async function takeDownProfile(tx: Tx, user: UserId, now: Date): Promise<ProfileBefore | undefined> {
  const before = await lockProfile(tx.db, user)
  if (!before) return undefined
  await updateProfileEmptied(tx.db, user)
  await takeDownPhotos(tx, await ownPicture(tx, before), now)
  return before
}

/** They are back, but for what was written or chosen meanwhile. */
export async function putBackProfile(tx: Tx, user: UserId, before: ProfileBefore): Promise<void> {
  await putBackPhotos(tx, await ownPicture(tx, before))
  await updateProfilePutBack(tx.db, user, before)
}
