import type { FileHandle } from 'node:fs/promises'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { fileTooLargeProblem, refuseNonPhoto } from '#features/media/receive-photo.ts'
import { sniffLength } from '#features/media/sniff-photo.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { writeFully } from '#platform/storage/write-fully.ts'

/** A resumable upload. `offset` bytes of `sizeBytes` are stored; `photo` is set once the upload is accepted. */
export type PartialUpload = {
  id: string
  owner: UserId
  sizeBytes: number
  offset: number
  beganAt: string
  photo: PhotoId | null
}

export type IncomingPiece = {
  /** @throws Problem 'request-timeout' when the client's connection breaks */
  bytes: AsyncIterable<Buffer>
  /** Ends the piece early. `bytes` then throws as if the client's connection had broken. */
  stop: () => void
  /** Returns the Problem that `bytes` threw because the connection broke; null if the connection did not break. */
  brokenOff: () => Problem | null
}

/** Store of resumable uploads: the folder of one process, or a store shared by all processes. */
export type UploadStore = {
  /** Returns the viewer's own upload; undefined when it does not exist or is another user's. */
  find(ctx: UserContext, id: string): Promise<PartialUpload | undefined>
  make(ctx: UserContext, id: string, sizeBytes: number): Promise<PartialUpload>
  /**
   * Stores a piece that begins at the upload's offset, even partly if the connection breaks. Returns the new offset.
   * @throws Problem 'conflict' when another piece was stored concurrently, 'too-large', 'unsupported-media-type'
   */
  append(ctx: UserContext, upload: PartialUpload, piece: IncomingPiece['bytes']): Promise<number>
  /** Joins all stored bytes in one file and returns its path. If a new file is needed, creates it in `folder`. */
  join(ctx: UserContext, upload: PartialUpload, folder: string): Promise<string>
  /** Returns the photo of the upload. Calls `judge` to create it, or waits for the process that is creating it. */
  settle(ctx: UserContext, upload: PartialUpload, judge: () => Promise<PhotoId>): Promise<PhotoId>
  remove(ctx: UserContext, id: string): Promise<void>
  removeAllOf(ctx: Context, owner: UserId): Promise<void>
  countUnfinished(ctx: UserContext): Promise<number>
}

/** Time when an upload is deleted: a day after its beginning. */
export const computeUploadExpiry = ({ beganAt }: Pick<PartialUpload, 'beganAt'>) =>
  new Date(Date.parse(beganAt) + DAY_MS)

export const uploadExpiredProblem = () => new Problem('not-found', 'This upload has expired. Start again.')

export const offsetConflictProblem = (offset: number) => new Problem('conflict', `The next piece begins at ${offset}.`)

const isUploadTimeout = (error: unknown) => error instanceof Problem && error.code === 'request-timeout'

/**
 * Writes a piece to `file` from the offset `at`, until the piece ends or the connection breaks. Returns the number of
 * bytes written. `room`: number of bytes that the upload still needs. `isHead`: true if `file` begins with the photo's
 * first bytes, which `writePiece` then checks for an accepted format.
 * @throws Problem 'too-large', 'unsupported-media-type'
 */
export async function writePiece(
  file: FileHandle,
  piece: IncomingPiece['bytes'],
  { at, room, isHead }: { at: number; room: number; isHead: boolean },
): Promise<number> {
  let written = 0
  try {
    for await (const chunk of piece) {
      if (written + chunk.length > room) throw fileTooLargeProblem()
      await writeFully(file, chunk, at + written)
      const wasHeadIncomplete = at + written < sniffLength
      written += chunk.length
      if (isHead && wasHeadIncomplete) refuseNonPhoto(await readHead(file))
    }
  } catch (error) {
    if (!isUploadTimeout(error)) throw error
  }
  return written
}

async function readHead(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffLength), 0, sniffLength, 0)
  return buffer.subarray(0, bytesRead)
}
