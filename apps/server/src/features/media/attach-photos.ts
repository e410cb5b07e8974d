import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { refusePicturesBlockedSinceUpload } from './blocked-photos/block-pictures.ts'
import { type AttachedPhoto, attachUnattachedPhotos, incrementEpochs, updateIsPublic } from './queries.ts'

/**
 * Attaches the owner's photos, so that the sweep does not delete them. `isPublic`: served by unsigned URLs.
 * @throws Problem 'not-found' when a photo is another user's, attached already or deleted: the same response for all;
 *   'unreadable-photo' when its rendering failed; 'picture-taken-down' when its picture was taken down since the upload
 */
export async function attachPhotos(
  tx: Tx,
  owner: UserId,
  ids: readonly PhotoId[],
  more: { isPublic: boolean; now: Date },
): Promise<AttachedPhoto[]> {
  const attached = await attachUnattachedPhotos(tx.db, owner, ids, more.isPublic, more.now)
  if (attached.length !== new Set(ids).size) throw new Problem('not-found', 'One of the photos is not available.')
  if (attached.some(({ state }) => state === 'failed'))
    throw new Problem('unreadable-photo', 'One of the photos could not be read.')
  await refusePicturesBlockedSinceUpload(tx, ids)
  return attached
}

/** Makes attached photos public (unsigned URLs) or private (signed URLs). */
export const setPhotosPublic = (tx: Tx, ids: readonly PhotoId[], isPublic: boolean) =>
  updateIsPublic(tx.db, ids, isPublic)

/** Invalidates the signed URLs of photos when the transaction commits, because some readers lost access. */
export const invalidatePhotoUrls = (tx: Tx, ids: readonly PhotoId[]) => incrementEpochs(tx.db, ids)
