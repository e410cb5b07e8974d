import { Readable } from 'node:stream'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import type { ResolvedRange } from '#platform/http/byte-range.ts'
import { Problem } from '#platform/problem.ts'
import type { OpenedFile, Storage } from '#platform/storage/storage.ts'
import { getExport } from './get-export.ts'
import { type ExportPiece, markExportFileLost, selectPieces } from './queries.ts'

const goneProblem = () => new Problem('gone', 'This export is no longer here. Prepare a new one.')

/**
 * Returns the part of a piece that belongs to a byte range of the whole file. Both offsets are relative to the piece.
 */
const intersectRange = ({ beginsAt, sizeBytes }: ExportPiece, { from, to }: ResolvedRange): ResolvedRange => ({
  from: Math.max(0, from - beginsAt),
  to: Math.min(sizeBytes - 1, to - beginsAt),
})

async function openPiece(storage: Storage, piece: ExportPiece, range: ResolvedRange) {
  const file = await storage.get(piece.file, intersectRange(piece, range))
  return file?.stream
}

async function* concatenatePieces(
  storage: Storage,
  firstStream: Readable,
  remainingPieces: readonly ExportPiece[],
  range: ResolvedRange,
) {
  yield* firstStream
  for (const piece of remainingPieces) {
    const stream = await openPiece(storage, piece, range)
    if (!stream) throw new Error(`piece ${piece.file} of an export is not in the storage`)
    yield* stream
  }
}

/**
 * Opens the ZIP of the viewer's export, or the byte range that `resolveRange` selects. `day`: UTC date on which the
 * export began.
 * @throws Problem 'not-found' (unknown, another owner's), 'conflict' (in progress), 'gone' (failed, expired, lost)
 */
export async function openExport(
  ctx: UserContext,
  id: ExportId,
  resolveRange: (sizeBytes: number) => ResolvedRange | undefined,
): Promise<OpenedFile & { day: string }> {
  const { state, sizeBytes, createdAt } = await getExport(ctx, id)
  if (state === 'waiting' || state === 'running') throw new Problem('conflict', 'This export is still being made.')
  if (state !== 'ready' || sizeBytes === null) throw goneProblem()
  const requestedRange = resolveRange(sizeBytes)
  const range = requestedRange ?? { from: 0, to: sizeBytes - 1 }
  const [firstPiece, ...remainingPieces] = await selectPieces(ctx.db, id, range.from, range.to)
  const stream = firstPiece && (await openPiece(ctx.storage, firstPiece, range))
  if (!stream) {
    await markExportFileLost(ctx.db, id)
    throw goneProblem()
  }
  return {
    stream: Readable.from(concatenatePieces(ctx.storage, stream, remainingPieces, range)),
    sizeBytes,
    part: requestedRange,
    day: createdAt.slice(0, 10),
  }
}
