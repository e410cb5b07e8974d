import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { listStrayFiles, mediaNameFromFileName } from '#features/media/sweep-photos.ts'
import type { Context } from '#platform/context.ts'
import { forEachParallel } from '#platform/process/for-each-parallel.ts'
import { digestOf, type FileDigest, findDigestMismatch } from '#platform/storage/file-digest.ts'
import {
  type FileHash,
  insertFileHash,
  selectFileHashes,
  selectFileHashesAfter,
  selectFilesOfPhotos,
  selectMediaNamesInUse,
} from './file-queries.ts'

const photosAtOnce = 200
const hashesAtOnce = 5_000

/** A faulty file in the storage. `stray`: no photo uses the file, and it is at least a day old. */
export type FileFault = { file: string; is: 'missing' | 'cut off' | 'changed' | 'stray' }

/** `unknown`: number of files without a recorded hash. A release without the table `photo_files` stored them. */
export type VerificationResult = { files: number; sizeBytes: number; unknown: number; faults: FileFault[] }

async function sealIn({ storage }: Context, file: string): Promise<FileDigest | undefined> {
  const found = await storage.get(file)
  return found && digestOf(found.stream)
}

const compare = (seal: FileDigest | undefined, known: FileHash | undefined) =>
  seal ? known && findDigestMismatch(known, seal) : ('missing' as const)

/** Checks a faulty file again, because its photo may have been edited or deleted during the first check. */
async function confirmedFault(ctx: Context, file: string): Promise<FileFault['is'] | undefined> {
  const known = (await selectFileHashes(ctx.db, [file])).get(file)
  const fault = compare(await sealIn(ctx, file), known)
  return fault && (await selectMediaNamesInUse(ctx.db, [mediaNameFromFileName(file)])).has(mediaNameFromFileName(file))
    ? fault
    : undefined
}

async function* filesDue(ctx: Context) {
  for (let last: PhotoId | null = null; ; ) {
    const photos: { id: PhotoId; files: string[] }[] = await selectFilesOfPhotos(ctx.db, last, photosAtOnce)
    const files = photos.flatMap((photo) => photo.files)
    const known = await selectFileHashes(ctx.db, files)
    yield* files.map((file) => ({ file, known: known.get(file) }))
    last = photos.at(-1)?.id ?? null
    if (last === null) return
  }
}

/**
 * Compares the files in the storage with their recorded hashes, and finds stray files. Records missing hashes if `note`
 * is true. @throws StorageUnavailable
 */
export async function verifyFiles(ctx: Context, note: boolean): Promise<VerificationResult> {
  const found: VerificationResult = { files: 0, sizeBytes: 0, unknown: 0, faults: [] }
  await forEachParallel(filesDue(ctx), async ({ file, known }) => {
    const seal = await sealIn(ctx, file)
    found.files++
    found.sizeBytes += seal?.sizeBytes ?? 0
    if (seal && !known) {
      found.unknown++
      if (note) await insertFileHash(ctx.db, { name: file, ...seal })
    }
    const fault = compare(seal, known) && (await confirmedFault(ctx, file))
    if (fault) found.faults.push({ file, is: fault })
  })
  for await (const files of listStrayFiles(ctx, new Date(ctx.now.getTime() - DAY_MS)))
    found.faults.push(...files.map((file) => ({ file, is: 'stray' as const })))
  found.faults.sort((a, b) => (a.file < b.file ? -1 : 1))
  return found
}

/**
 * Compares the storage with a copy. Returns the files that are faulty in both, because a fault only in the copy may
 * mean that the file changed during the copying. `copied` returns size and hash of a file's copy.
 * @throws StorageUnavailable
 */
export async function findCopyFaults(
  ctx: Context,
  copied: (file: string) => FileDigest | undefined,
): Promise<FileFault[]> {
  const faults: FileFault[] = []
  for (let last = ''; ; ) {
    const known: FileHash[] = await selectFileHashesAfter(ctx.db, last, hashesAtOnce)
    for (const row of known) {
      const fault = compare(copied(row.name), row) && (await confirmedFault(ctx, row.name))
      if (fault) faults.push({ file: row.name, is: fault })
    }
    last = known.at(-1)?.name ?? ''
    if (known.length === 0) return faults
  }
}
