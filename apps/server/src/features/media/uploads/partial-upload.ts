import type { FileHandle } from 'node:fs/promises'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { refuseForeign, tooLarge } from '#features/media/receive-photo.ts'
import { sniffLength } from '#features/media/sniff-photo.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { writeWhole } from '#platform/storage/write-whole.ts'

/** An upload that comes in pieces; `offset` bytes of `sizeBytes` are kept, `photo` is set once it has become one. */
export type PartialUpload = {
  id: string
  owner: UserId
  sizeBytes: number
  offset: number
  beganAt: string
  photo: PhotoId | null
}

/** A piece as it arrives. */
export type Piece = {
  /** @throws Problem 'request-timeout' when it breaks off */
  bytes: AsyncIterable<Buffer>
  /** Ends `bytes` as if the connection had broken off. */
  stop: () => void
  /** What `bytes` threw when it broke off. */
  brokenOff: () => Problem | null
}

/** Where uploads that come in pieces are kept: one process's folder, or a place that all processes reach. */
export type UploadPlace = {
  /** The viewer's own upload; undefined when there is none, or it is another's. */
  find(ctx: UserContext, id: string): Promise<PartialUpload | undefined>
  /** Writes a new upload down, nothing of which has arrived. */
  make(ctx: UserContext, id: string, sizeBytes: number): Promise<PartialUpload>
  /**
   * Keeps what arrives of a piece that begins at the upload's offset, also when it breaks off. Returns the new offset.
   * @throws Problem 'conflict' when another piece was taken meanwhile, 'too-large', 'unsupported-media-type'
   */
  append(ctx: UserContext, upload: PartialUpload, piece: Piece['bytes']): Promise<number>
  /** All that has arrived, as one file: its path, below `folder` where it is made for the asking. */
  join(ctx: UserContext, upload: PartialUpload, folder: string): Promise<string>
  /** Gives the verdict: judges, and keeps what comes of it, or waits for whoever judges just now. */
  settle(ctx: UserContext, upload: PartialUpload, judge: () => Promise<PhotoId>): Promise<PhotoId>
  /** Takes away all of an upload. */
  remove(ctx: UserContext, id: string): Promise<void>
  /** Takes away all uploads of somebody. */
  removeAllOf(ctx: Context, owner: UserId): Promise<void>
  /** How many uploads of the viewer are unfinished. */
  countUnfinished(ctx: UserContext): Promise<number>
}

/** When what has arrived of an upload is thrown away. */
export const expiryOf = ({ beganAt }: Pick<PartialUpload, 'beganAt'>) => new Date(Date.parse(beganAt) + DAY_MS)

export const expired = () => new Problem('not-found', 'This upload has expired. Start again.')

export const elsewhere = (offset: number) => new Problem('conflict', `The next piece begins at ${offset}.`)

const brokeOff = (error: unknown) => error instanceof Problem && error.code === 'request-timeout'

/**
 * Writes what arrives of a piece into `file` from `at` on, until it ends or breaks off. Returns the bytes written.
 * `room`: bytes that the upload still lacks; `isHead`: whether the file begins where the upload does, so that its first
 * bytes must be those of a photo.
 * @throws Problem 'too-large', 'unsupported-media-type'
 */
export async function writePiece(
  file: FileHandle,
  piece: Piece['bytes'],
  { at, room, isHead }: { at: number; room: number; isHead: boolean },
): Promise<number> {
  let written = 0
  try {
    for await (const chunk of piece) {
      if (written + chunk.length > room) throw tooLarge()
      await writeWhole(file, chunk, at + written)
      const wasShort = at + written < sniffLength
      written += chunk.length
      if (isHead && wasShort) refuseForeign(await headOf(file))
    }
  } catch (error) {
    if (!brokeOff(error)) throw error
  }
  return written
}

async function headOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffLength), 0, sniffLength, 0)
  return buffer.subarray(0, bytesRead)
}
