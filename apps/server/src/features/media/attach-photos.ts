import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { refuseBlockedSince } from './blocked/block-pictures.ts'
import { type AttachedPhoto, updatePhotosAttached, updatePhotosEpoch, updatePhotosPublic } from './queries.ts'

/**
 * Puts own photos where they are shown; from then on the sweep leaves them alone.
 * `isPublic`: served by plain addresses.
 * @throws Problem 'not-found' when one is not the owner's, stands somewhere already or is gone: it does not say which.
 * @throws Problem 'unreadable-photo' when the making of one has failed.
 * @throws Problem 'picture-taken-down' when one was taken down since it was uploaded.
 */
export async function attachPhotos(
  tx: Tx,
  owner: UserId,
  ids: readonly PhotoId[],
  more: { isPublic: boolean; now: Date },
): Promise<AttachedPhoto[]> {
  const attached = await updatePhotosAttached(tx.db, owner, ids, more.isPublic, more.now)
  if (attached.length !== new Set(ids).size) throw new Problem('not-found', 'One of the photos is not available.')
  if (attached.some(({ state }) => state === 'failed'))
    throw new Problem('unreadable-photo', 'One of the photos could not be read.')
  await refuseBlockedSince(tx, ids)
  return attached
}

/** Changes who may fetch attached photos: everybody by plain addresses, or whoever was given a signed one. */
export const showPhotos = (tx: Tx, ids: readonly PhotoId[], isPublic: boolean) =>
  updatePhotosPublic(tx.db, ids, isPublic)

/** Fewer people may see these photos than before: signed addresses given out so far open nothing from the commit on. */
export const closePhotoAddresses = (tx: Tx, ids: readonly PhotoId[]) => updatePhotosEpoch(tx.db, ids)
