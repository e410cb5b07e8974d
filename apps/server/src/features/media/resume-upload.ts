import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { maxPhotoBytes } from '@pawtrait/contract/photos.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { newName } from '#platform/storage.ts'
import { writeWhole } from '#platform/write-whole.ts'
import { acceptPhoto } from './accept-photo.ts'
import { asStorageProblem, inBackground } from './background-work.ts'
import { requireDailyQuota } from './daily-quota.ts'
import { warmDecoder } from './decode-photo.ts'
import {
  countUnfinished,
  keepVerdict,
  makeUpload,
  ownUpload,
  type PartialUpload,
  removeUpload,
} from './partial-upload.ts'
import { refuseForeign, throttled, tooLarge, watchUpload } from './receive-photo.ts'
import { sniffLength } from './sniff-photo.ts'

// Ten photos of a post and as many that were given up: 600 MB of one user's at most lie here.
const mostUnfinished = 20

/**
 * Begins a resumable upload, which comes in pieces (tus 1.0).
 * @throws Problem 'bad-request' without a length, 'too-large', 'quota-reached', 'too-many-requests' above 20
 * unfinished ones
 */
export async function beginUpload(ctx: UserContext, sizeBytes: number): Promise<PartialUpload> {
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1) throw new Problem('bad-request', 'Upload-Length is missing.')
  if (sizeBytes > maxPhotoBytes) throw tooLarge()
  await requireDailyQuota(ctx)
  if ((await countUnfinished(ctx)) >= mostUnfinished)
    throw new Problem('too-many-requests', 'Too many uploads are unfinished.', { retryAfterSeconds: 60 })
  return makeUpload(ctx, newName(), sizeBytes)
}

/**
 * Where an upload stands. One that has arrived whole, but was not judged because the process died, is judged now.
 * @throws Problem 'not-found' as `ownUpload`, else as `receivePhoto`
 */
export async function showUpload(ctx: UserContext, id: string): Promise<PartialUpload> {
  const upload = await ownUpload(ctx, id)
  if (upload.photo || upload.offset < upload.sizeBytes) return upload
  return alone(ctx, id, undefined, async () => {
    const whole = await ownUpload(ctx, id)
    return whole.photo ? whole : removedWhenRefused(ctx, id, () => judge(ctx, whole))
  })
}

/**
 * Takes the next piece. What arrived of it is kept when it breaks off. The last piece is answered by the verdict:
 * `photo` is set, or the refusal is thrown and the upload gone.
 * @throws Problem 'not-found' as `ownUpload`, 'conflict' when the piece does not begin where the last one ended,
 *   else as `receivePhoto`
 */
export function continueUpload(ctx: UserContext, id: string, offset: number, piece: Readable): Promise<PartialUpload> {
  warmDecoder()
  return alone(ctx, id, piece, async () => {
    const upload = await ownUpload(ctx, id)
    if (offset !== upload.offset) throw new Problem('conflict', `The next piece begins at ${upload.offset}.`)
    if (upload.photo) return upload
    const take = async () => {
      const arrived = { ...upload, offset: await append(ctx, upload, piece) }
      return arrived.offset < upload.sizeBytes ? arrived : judge(ctx, arrived)
    }
    return removedWhenRefused(ctx, id, () => watchUpload('pieces', take, ({ photo }) => photo !== null))
  })
}

/** Throws an upload away. @throws Problem 'not-found' as `ownUpload` */
export async function cancelUpload(ctx: UserContext, id: string): Promise<void> {
  await ownUpload(ctx, id)
  await alone(ctx, id, undefined, () => removeUpload(ctx, id))
}

async function removedWhenRefused<T>(ctx: UserContext, id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.status < 500) await removeUpload(ctx, id)
    throw error
  }
}

// The sender went away, or came again with the same piece.
const brokenOff = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']

async function append(ctx: UserContext, { path, offset, sizeBytes }: PartialUpload, piece: Readable): Promise<number> {
  const file = await open(path, 'r+')
  let arrived = offset
  try {
    // Whoever is refused has their answer coming on this very connection.
    for await (const chunk of piece.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (arrived + chunk.length > sizeBytes) throw tooLarge()
      await writeWhole(file, chunk, arrived)
      const wasShort = arrived < sniffLength
      arrived += chunk.length
      if (wasShort) refuseForeign(await headOf(file))
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!brokenOff.includes(code)) throw asStorageProblem(ctx, error)
  } finally {
    await file.close()
  }
  return arrived
}

async function headOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffLength), 0, sniffLength, 0)
  return buffer.subarray(0, bytesRead)
}

async function judge(ctx: UserContext, upload: PartialUpload): Promise<PartialUpload> {
  const photo = await throttled(ctx, () =>
    inBackground<PhotoId>(ctx, (folder, answer) => acceptPhoto(ctx, upload.path, folder, ({ id }) => answer(id))),
  )
  await keepVerdict(ctx, upload, photo)
  return { ...upload, photo }
}

type Turn = { stop: () => void; ended: Promise<unknown> }
const turns = new Map<string, Turn>()

/**
 * One piece of an upload at a time: a new one ends the one before, whose sender has given it up, and waits for it. Only
 * one's own: whose upload it is, is looked at when it is one's turn.
 */
async function alone<T>(
  { viewer }: UserContext,
  id: string,
  piece: Readable | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${viewer} ${id}`
  const before = turns.get(key)
  before?.stop()
  const ended = (before?.ended ?? Promise.resolve()).then(work, work)
  const turn = { stop: () => piece?.destroy(), ended }
  turns.set(key, turn)
  try {
    return await ended
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}
