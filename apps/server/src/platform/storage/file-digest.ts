import { createHash } from 'node:crypto'

export type FileDigest = { sizeBytes: number; sha256: string }

export async function digestOf(
  pieces: AsyncIterable<unknown> | Iterable<Buffer>,
  onPiece?: (piece: Buffer) => unknown,
): Promise<FileDigest> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    hash.update(piece)
    onPiece?.(piece)
    sizeBytes += piece.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** Compares a file with its recorded digest. Returns the difference, or undefined if the file is intact. */
export function findDigestMismatch(recorded: FileDigest, found: FileDigest): 'cut off' | 'changed' | undefined {
  if (found.sizeBytes < recorded.sizeBytes) return 'cut off'
  return found.sizeBytes === recorded.sizeBytes && found.sha256 === recorded.sha256 ? undefined : 'changed'
}
