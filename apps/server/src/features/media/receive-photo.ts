import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { maxPhotoBytes } from '@pawtrait/contract/photos/photos.ts'
import type { UserContext } from '#platform/context.ts'
import { histogram, startStopwatch } from '#platform/monitoring/metrics.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt, subtractAttempt } from '#platform/security/throttle.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { writeFully } from '#platform/storage/write-fully.ts'
import { acceptPhoto } from './accept-photo.ts'
import { respondThenContinue } from './background-work.ts'
import { requireDailyQuota } from './daily-quota.ts'
import { refuseWhileDecodersBusy, warmDecoder } from './decode-photo.ts'
import { sniffFormat, sniffLength } from './sniff-photo.ts'

/** Maximum number of refused files per user and hour, because decoding is the costliest work that a user can cause. */
const maxRefusedPerHour = 60

const observeUpload = histogram(
  'upload_duration_seconds',
  'Duration of uploads until the response: of whole ones from the first byte, of resumable ones from the last piece',
  ['way', 'outcome'],
  [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
)

/** Records the duration of an upload as a metric, with the outcome `accepted` or the code of the refusal. */
export async function measureUpload<T>(
  kind: 'whole' | 'pieces',
  work: () => Promise<T>,
  isComplete: (result: T) => boolean = () => true,
): Promise<T> {
  const seconds = startStopwatch()
  try {
    const result = await work()
    if (isComplete(result)) observeUpload(seconds(), kind, 'accepted')
    return result
  } catch (error) {
    observeUpload(seconds(), kind, error instanceof Problem ? error.code : 'error')
    throw error
  }
}

/**
 * Receives an upload. Returns the photo once it is decoded; renderings follow. A refused upload leaves no file or row,
 * except the evidence that `refuseKnownPicture` stores.
 * @throws Problem of `fileProblemCodes`, 'quota-reached' (photos a day), 'storage-full', 'too-many-requests' (refused
 *   files), 'unavailable' (decoder queue), 'request-timeout' (broken upload), 'bad-request' (malformed request)
 */
export const receivePhoto = (ctx: UserContext, incoming: AsyncIterable<Buffer>): Promise<OwnPhoto> =>
  measureUpload('whole', async () => {
    refuseWhileDecodersBusy(ctx)
    await requireRoomForFiles(ctx.config)
    await requireDailyQuota(ctx)
    return limitRefusedFiles(ctx, async () => {
      warmDecoder()
      return respondThenContinue(ctx, async (folder, respond) => {
        const file = join(folder, 'upload')
        await writeUpload(file, incoming)
        await acceptPhoto(ctx, file, folder, respond)
      })
    })
  })

/** Codes of Problems that the file itself causes. All other codes are about the connection, the disk or the server. */
export const fileProblemCodes: readonly string[] = [
  'too-large',
  'unsupported-media-type',
  'too-many-pixels',
  'unreadable-photo',
  'picture-taken-down',
]

/** Runs an upload under a rate limit that counts refused files only. */
export async function limitRefusedFiles<T>(ctx: UserContext, work: () => Promise<T>): Promise<T> {
  const buckets = [{ key: `photo-refused:${ctx.viewer}`, most: maxRefusedPerHour, seconds: 3600 }]
  const uncountAttempt = async (error: unknown): Promise<never> => {
    await subtractAttempt(ctx.db, buckets)
    throw error
  }
  await countAttempt(ctx.db, ctx.now, buckets).catch(uncountAttempt)
  const result = await work().catch((error: unknown) => {
    if (error instanceof Problem && fileProblemCodes.includes(error.code)) throw error
    return uncountAttempt(error)
  })
  await subtractAttempt(ctx.db, buckets)
  return result
}

/** Writes an upload to a file; rejects as soon as its bytes cannot be a photo. @throws Problem of `fileProblemCodes` */
export async function writeUpload(path: string, incoming: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    let head: Buffer = Buffer.alloc(0)
    for await (const chunk of readUntilBroken(incoming)) {
      if (head.length < sniffLength) head = refuseNonPhoto(Buffer.concat([head, chunk.subarray(0, sniffLength)]))
      if (size + chunk.length > maxPhotoBytes) throw fileTooLargeProblem()
      await writeFully(file, chunk, size)
      size += chunk.length
    }
    if (!sniffFormat(head)) throw notAPhotoProblem()
  } finally {
    await file.close()
  }
}

/** Yields the bytes of a stream. @throws the stream's error if it is a Problem, or else Problem 'bad-request' */
async function* readUntilBroken(incoming: AsyncIterable<Buffer>) {
  try {
    yield* incoming
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('bad-request', 'The upload broke off.')
  }
}

/** Returns the first bytes if a photo can begin with them. @throws Problem 'unsupported-media-type' otherwise */
export function refuseNonPhoto(head: Buffer): Buffer {
  if (head.length >= sniffLength && !sniffFormat(head)) throw notAPhotoProblem()
  return head
}

export const fileTooLargeProblem = () => new Problem('too-large', 'This file is larger than 30 MB.')
const notAPhotoProblem = () =>
  new Problem('unsupported-media-type', 'This is not a photo we can read: JPEG, PNG, WebP, AVIF, HEIC or GIF.')
