import { createHash } from 'node:crypto'

/** What a file holds: its size, and its SHA-256 in hex. */
export type FileSeal = { sizeBytes: number; sha256: string }

/** Reads to the end and seals what was read. */
export async function sealOf(
  pieces: AsyncIterable<unknown> | Iterable<Buffer>,
  each?: (piece: Buffer) => unknown,
): Promise<FileSeal> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    hash.update(piece)
    each?.(piece)
    sizeBytes += piece.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** What a file that reads so is; undefined when it is as it was. */
export function faultOf(was: FileSeal, found: FileSeal): 'cut off' | 'changed' | undefined {
  if (found.sizeBytes < was.sizeBytes) return 'cut off'
  return found.sizeBytes === was.sizeBytes && found.sha256 === was.sha256 ? undefined : 'changed'
}
