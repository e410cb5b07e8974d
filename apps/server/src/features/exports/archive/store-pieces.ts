import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type ExportRun, insertPiece, isPieceKnown } from '#features/exports/export-run-queries.ts'
import type { Context } from '#platform/context.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { newFileName } from '#platform/storage/storage.ts'
import { requireCurrentRun } from './run-superseded.ts'

/**
 * Size of a piece: 32 MB, a little more than the largest photo. Every storage accepts it in one request. The size also
 * limits the disk space that an export needs.
 */
const PIECE_BYTES = 32 * 1024 * 1024

/**
 * Stores a stream in pieces and returns its length. Inserts a piece's row before it stores the piece's file, so that a
 * crash leaves no file without a row. Deletes the file at once if a sweep or a newer run deleted the row in between.
 * @throws RunSupersededError, Problem 'storage-full' below `MIN_FREE_MB`
 */
export async function storePieces(ctx: Context, run: ExportRun, folder: string, stream: Readable): Promise<number> {
  const piecePath = join(folder, 'piece')
  let beginsAt = 0
  let sizeBytes = 0
  let file: FileHandle | undefined
  const storePiece = async () => {
    await file?.close()
    file = undefined
    if (sizeBytes === 0) return
    await requireRoomForFiles(ctx.config)
    const name = `${newFileName()}.zip`
    requireCurrentRun(await insertPiece(ctx.db, run, { file: name, beginsAt, sizeBytes }, ctx.clock.now()))
    await ctx.storage.put(name, { file: piecePath })
    if (!(await isPieceKnown(ctx.db, name))) await ctx.storage.delete([name])
    beginsAt += sizeBytes
    sizeBytes = 0
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      file ??= await open(piecePath, 'w', 0o600)
      await file.writeFile(chunk)
      sizeBytes += chunk.length
      if (sizeBytes >= PIECE_BYTES) await storePiece()
    }
    await storePiece()
  } finally {
    await file?.close()
  }
  return beginsAt
}
