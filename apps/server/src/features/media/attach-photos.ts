import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { refusePicturesBlockedSinceUpload } from './blocked-photos/block-pictures.ts'
import { type AttachedPhoto, attachUnattachedPhotos, incrementEpochs, updatePhotoVisibility } from './queries.ts'

/**
 * Attaches the owner's photos, so that the sweep does not delete them. `isPublic`: their URLs need no signature.
 * @throws Problem of `refuseMissingPhotos` (also for photos in use), 'unreadable-photo', 'picture-taken-down'
 */
export async function attachPhotos(
  tx: Tx,
  owner: UserId,
  ids: readonly PhotoId[],
  options: { isPublic: boolean; now: Date },
): Promise<AttachedPhoto[]> {
  const attached = await attachUnattachedPhotos(tx.db, owner, ids, options.isPublic, options.now)
  const isAttached = new Set(attached.map(({ id }) => id))
  refuseMissingPhotos(ids.filter((id) => !isAttached.has(id)))
  if (attached.some(({ state }) => state === 'failed'))
    throw new Problem('unreadable-photo', 'One of the photos could not be read.')
  await refusePicturesBlockedSinceUpload(tx, ids)
  return attached
}

/**
 * Refuses unavailable photos. Names each of them, so that the browser can upload its file again.
 * @throws Problem 'not-found' with the field `photos.<id>` and the code `unavailable` for each photo in `missing`
 */
export function refuseMissingPhotos(missing: readonly PhotoId[]) {
  if (missing.length === 0) return
  const message = 'This photo is not available.'
  const errors = missing.map((id) => ({ field: `photos.${id}`, code: 'unavailable', message }))
  throw new Problem('not-found', 'One of the photos is not available.', { errors })
}

/** Makes attached photos public (unsigned URLs) or private (signed URLs). */
export const setPhotosPublic = (tx: Tx, ids: readonly PhotoId[], isPublic: boolean) =>
  updatePhotoVisibility(tx.db, ids, isPublic)

/** Invalidates the signed URLs of photos when the transaction commits, because some readers lost access. */
export const invalidatePhotoUrls = (tx: Tx, ids: readonly PhotoId[]) => incrementEpochs(tx.db, ids)
