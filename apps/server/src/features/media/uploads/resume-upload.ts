import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { maxPhotoBytes } from '@pawtrait/contract/photos/photos.ts'
import { acceptPhoto } from '#features/media/accept-photo.ts'
import { respondThenContinue, toStorageProblem } from '#features/media/background-work.ts'
import { requireDailyQuota } from '#features/media/daily-quota.ts'
import { warmDecoder } from '#features/media/decode-photo.ts'
import { fileTooLargeProblem, limitRefusedFiles, measureUpload } from '#features/media/receive-photo.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { newFileName, type Storage } from '#platform/storage/storage.ts'
import {
  computeUploadExpiry,
  type IncomingPiece,
  offsetConflictProblem,
  type PartialUpload,
  uploadExpiredProblem,
} from './partial-upload.ts'
import { getUploadStore } from './upload-store.ts'

// Maximum number of unfinished uploads: enough for two posts of ten photos. Limits disk use to 600 MB per user.
const maxUnfinishedUploads = 20

const uploadIdPattern = /^[0-9a-f]{32}$/

/** @throws Problem 'not-found' when the upload is another user's, was refused, or began more than a day ago */
async function requireOwnUpload(ctx: UserContext, id: string): Promise<PartialUpload> {
  const upload = uploadIdPattern.test(id) ? await getUploadStore(ctx).find(ctx, id) : undefined
  if (!upload || computeUploadExpiry(upload) <= ctx.now) throw uploadExpiredProblem()
  return upload
}

/**
 * Begins a resumable upload (tus 1.0).
 * @throws Problem 'bad-request' (length), 'too-large', 'storage-full', 'quota-reached', 'too-many-requests' (20 open)
 */
export async function beginUpload(ctx: UserContext, sizeBytes: number): Promise<PartialUpload> {
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1) throw new Problem('bad-request', 'Upload-Length is missing.')
  if (sizeBytes > maxPhotoBytes) throw fileTooLargeProblem()
  await requireRoomForFiles(ctx.config)
  await requireDailyQuota(ctx)
  if ((await getUploadStore(ctx).countUnfinished(ctx)) >= maxUnfinishedUploads)
    throw new Problem('too-many-requests', 'Too many uploads are unfinished.', { retryAfterSeconds: 60 })
  return getUploadStore(ctx).make(ctx, newFileName(), sizeBytes)
}

/**
 * Returns the state of an upload. If all bytes have arrived but a process died before decoding, decodes the upload.
 * @throws Problem 'not-found' for an unknown, refused or expired upload. When decoding: also `fileProblemCodes`,
 *   'quota-reached', 'storage-full', 'too-many-requests' after many refused files, 'unavailable'
 */
export async function getUpload(ctx: UserContext, id: string): Promise<PartialUpload> {
  const upload = await requireOwnUpload(ctx, id)
  if (upload.photo || upload.offset < upload.sizeBytes) return upload
  return withUploadLock(ctx, id, undefined, async () => {
    const completeUpload = await requireOwnUpload(ctx, id)
    return completeUpload.photo ? completeUpload : removeIfRefused(ctx, id, () => acceptUpload(ctx, completeUpload))
  })
}

/**
 * Stores the next piece, or the received part of it if the connection breaks. After the last piece, `photo` is set.
 * @throws Problem 'not-found' for an unknown, refused or expired upload, 'conflict' when the piece does not begin where
 * the last one ended, 'request-timeout' when the connection breaks, `fileProblemCodes`, 'quota-reached',
 * 'storage-full', 'too-many-requests' after many refused files, 'unavailable'
 */
export function continueUpload(
  ctx: UserContext,
  id: string,
  offset: number,
  piece: IncomingPiece,
): Promise<PartialUpload> {
  warmDecoder()
  return withUploadLock(ctx, id, piece, async () => {
    const upload = await requireOwnUpload(ctx, id)
    if (offset !== upload.offset) throw offsetConflictProblem(upload.offset)
    if (upload.photo) return upload
    const receive = async () => {
      await requireRoomForFiles(ctx.config)
      const updated = { ...upload, offset: await append(ctx, upload, piece) }
      if (updated.offset === upload.sizeBytes) return acceptUpload(ctx, updated)
      const brokenOff = piece.brokenOff()
      if (brokenOff) throw brokenOff
      return updated
    }
    return removeIfRefused(ctx, id, () => measureUpload('pieces', receive, ({ photo }) => photo !== null))
  })
}

/** Deletes an upload. @throws Problem 'not-found' for an unknown, refused or expired upload */
export async function cancelUpload(ctx: UserContext, id: string): Promise<void> {
  await requireOwnUpload(ctx, id)
  await withUploadLock(ctx, id, undefined, () => getUploadStore(ctx).remove(ctx, id))
}

// Codes of refusals after which the upload is kept. 'conflict': another process stored the piece. 'not-found': another
// process decoded or deleted the upload. 'request-timeout': the connection broke.
const unrelatedCodes: ReadonlySet<string> = new Set(['conflict', 'not-found', 'request-timeout'])

async function removeIfRefused<T>(ctx: UserContext, id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && !unrelatedCodes.has(error.code))
      await getUploadStore(ctx).remove(ctx, id)
    throw error
  }
}

async function append(ctx: UserContext, upload: PartialUpload, piece: IncomingPiece): Promise<number> {
  try {
    return await getUploadStore(ctx).append(ctx, upload, piece.bytes)
  } catch (error) {
    throw toStorageProblem(ctx, error)
  }
}

async function acceptUpload(ctx: UserContext, upload: PartialUpload): Promise<PartialUpload> {
  const store = getUploadStore(ctx)
  const createPhoto = () =>
    limitRefusedFiles(ctx, () =>
      respondThenContinue<PhotoId>(ctx, async (folder, respond) => {
        const file = await store.join(ctx, upload, folder)
        await acceptPhoto(ctx, file, folder, ({ id }) => respond(id))
      }),
    )
  return { ...upload, photo: await store.settle(ctx, upload, createPhoto) }
}

type RunningRequest = { stop: () => void; ended: Promise<unknown> }
// One map per storage, because two apps in one test process must not share locks.
const requestsByStorage = new WeakMap<Storage, Map<string, RunningRequest>>()

/** Mutex per upload and process. A new request aborts the earlier one for the upload and waits for its end. */
async function withUploadLock<T>(
  { viewer, storage }: UserContext,
  id: string,
  piece: IncomingPiece | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const requests = requestsByStorage.get(storage) ?? new Map<string, RunningRequest>()
  requestsByStorage.set(storage, requests)
  const key = `${viewer} ${id}`
  const previous = requests.get(key)
  previous?.stop()
  const ended = (previous?.ended ?? Promise.resolve()).then(work, work)
  const current = { stop: () => piece?.stop(), ended }
  requests.set(key, current)
  try {
    return await ended
  } finally {
    if (requests.get(key) === current) requests.delete(key)
  }
}
