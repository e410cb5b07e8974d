import { Readable } from 'node:stream'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import type { ResolvedRange } from '#platform/http/byte-range.ts'
import { Problem } from '#platform/problem.ts'
import type { OpenedFile, Storage } from '#platform/storage/storage.ts'
import { getExport } from './get-export.ts'
import { type ExportPiece, markExportFileLost, selectPieces } from './queries.ts'

const gone = () => new Problem('gone', 'This export is no longer here. Prepare a new one.')

/** Returns where a byte range of the whole file overlaps with a piece, as offsets in the piece. */
const within = ({ beginsAt, sizeBytes }: ExportPiece, { from, to }: ResolvedRange): ResolvedRange => ({
  from: Math.max(0, from - beginsAt),
  to: Math.min(sizeBytes - 1, to - beginsAt),
})

async function openPiece(storage: Storage, piece: ExportPiece, part: ResolvedRange) {
  const found = await storage.get(piece.file, within(piece, part))
  return found?.stream
}

async function* joined(storage: Storage, first: Readable, others: readonly ExportPiece[], part: ResolvedRange) {
  yield* first
  for (const piece of others) {
    const stream = await openPiece(storage, piece, part)
    if (!stream) throw new Error(`piece ${piece.file} of an export is not in the storage`)
    yield* stream
  }
}

/**
 * Opens the ZIP of the viewer's export, or the byte range that `requestedPart` selects. `day`: UTC date of the export.
 * @throws Problem 'not-found' (unknown, another owner's), 'conflict' (in progress), 'gone' (failed, expired, lost)
 */
export async function openExport(
  ctx: UserContext,
  id: ExportId,
  requestedPart: (sizeBytes: number) => ResolvedRange | undefined,
): Promise<OpenedFile & { day: string }> {
  const { state, sizeBytes, createdAt } = await getExport(ctx, id)
  if (state === 'waiting' || state === 'running') throw new Problem('conflict', 'This export is still being made.')
  if (state !== 'ready' || sizeBytes === null) throw gone()
  const requested = requestedPart(sizeBytes)
  const part = requested ?? { from: 0, to: sizeBytes - 1 }
  const [first, ...others] = await selectPieces(ctx.db, id, part.from, part.to)
  const stream = first && (await openPiece(ctx.storage, first, part))
  if (!stream) {
    await markExportFileLost(ctx.db, id)
    throw gone()
  }
  return {
    stream: Readable.from(joined(ctx.storage, stream, others, part)),
    sizeBytes,
    part: requested,
    day: createdAt.slice(0, 10),
  }
}
