import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { insertPiece, isPieceKnown, type Run } from '#features/exports/run-queries.ts'
import type { Context } from '#platform/context.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { newName } from '#platform/storage/storage.ts'
import { refuseEnded } from './run-ended.ts'

/**
 * 32 MB, about the largest photo: what any storage takes in one call, and all the room a ZIP needs on this machine.
 */
const PIECE_BYTES = 32 * 1024 * 1024

/**
 * Puts a stream into the storage in pieces, and gives its length. A piece is known before its file stands: whatever
 * happens in between, it is swept; one that was swept before it stood goes as soon as it does.
 * @throws RunEnded, Problem 'storage-full' below `MIN_FREE_MB`
 */
export async function storePieces(ctx: Context, run: Run, folder: string, stream: Readable): Promise<number> {
  const part = join(folder, 'piece')
  let beginsAt = 0
  let sizeBytes = 0
  let file: FileHandle | undefined
  const store = async () => {
    await file?.close()
    file = undefined
    if (sizeBytes === 0) return
    await requireRoomForFiles(ctx.config)
    const name = `${newName()}.zip`
    refuseEnded(await insertPiece(ctx.db, run, { file: name, beginsAt, sizeBytes }, ctx.clock.now()))
    await ctx.storage.put(name, { file: part })
    if (!(await isPieceKnown(ctx.db, name))) await ctx.storage.delete([name])
    beginsAt += sizeBytes
    sizeBytes = 0
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      file ??= await open(part, 'w', 0o600)
      await file.writeFile(chunk)
      sizeBytes += chunk.length
      if (sizeBytes >= PIECE_BYTES) await store()
    }
    await store()
  } finally {
    await file?.close()
  }
  return beginsAt
}
