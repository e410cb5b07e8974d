import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { extractMediaName, listStrayFiles } from '#features/media/sweep-photos.ts'
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

const PHOTOS_PER_BATCH = 200
const HASHES_PER_BATCH = 5_000

/**
 * A faulty file in the storage. `stray`: the file is at least a day old, and no photo, report, export or import uses
 * it.
 */
export type FileFault = { file: string; is: 'missing' | 'cut off' | 'changed' | 'stray' }

/** `unknown`: number of files without a recorded hash. A release without the table `photo_files` stored them. */
export type VerificationResult = { files: number; sizeBytes: number; unknown: number; faults: FileFault[] }

async function digestStoredFile({ storage }: Context, file: string): Promise<FileDigest | undefined> {
  const storedFile = await storage.get(file)
  return storedFile && digestOf(storedFile.stream)
}

const findFault = (digest: FileDigest | undefined, recordedHash: FileHash | undefined) =>
  digest ? recordedHash && findDigestMismatch(recordedHash, digest) : ('missing' as const)

/** Checks a faulty file again, because its photo may have been edited or deleted during the first check. */
async function confirmFault(ctx: Context, file: string): Promise<FileFault['is'] | undefined> {
  const recordedHash = (await selectFileHashes(ctx.db, [file])).get(file)
  const fault = findFault(await digestStoredFile(ctx, file), recordedHash)
  return fault && (await selectMediaNamesInUse(ctx.db, [extractMediaName(file)])).has(extractMediaName(file))
    ? fault
    : undefined
}

async function* listExpectedFiles(ctx: Context) {
  for (let last: PhotoId | null = null; ; ) {
    const photos: { id: PhotoId; files: string[] }[] = await selectFilesOfPhotos(ctx.db, last, PHOTOS_PER_BATCH)
    const files = photos.flatMap((photo) => photo.files)
    const recordedHashes = await selectFileHashes(ctx.db, files)
    yield* files.map((file) => ({ file, recordedHash: recordedHashes.get(file) }))
    last = photos.at(-1)?.id ?? null
    if (last === null) return
  }
}

/**
 * Compares the files in the storage with their recorded hashes, and finds stray files. Records missing hashes if
 * `recordMissing` is true. @throws StorageUnavailable
 */
export async function verifyFiles(ctx: Context, recordMissing: boolean): Promise<VerificationResult> {
  const result: VerificationResult = { files: 0, sizeBytes: 0, unknown: 0, faults: [] }
  await forEachParallel(listExpectedFiles(ctx), async ({ file, recordedHash }) => {
    const digest = await digestStoredFile(ctx, file)
    result.files++
    result.sizeBytes += digest?.sizeBytes ?? 0
    if (digest && !recordedHash) {
      result.unknown++
      if (recordMissing) await insertFileHash(ctx.db, { name: file, ...digest })
    }
    const fault = findFault(digest, recordedHash) && (await confirmFault(ctx, file))
    if (fault) result.faults.push({ file, is: fault })
  })
  for await (const files of listStrayFiles(ctx, new Date(ctx.now.getTime() - DAY_MS)))
    result.faults.push(...files.map((file) => ({ file, is: 'stray' as const })))
  result.faults.sort((a, b) => (a.file < b.file ? -1 : 1))
  return result
}

/**
 * Compares the storage with a copy. Returns the files that are faulty in both. A file that is faulty only in the copy
 * may have changed during the copying. `digestOfCopy` returns size and hash of a file's copy.
 * @throws StorageUnavailable
 */
export async function findCopyFaults(
  ctx: Context,
  digestOfCopy: (file: string) => FileDigest | undefined,
): Promise<FileFault[]> {
  const faults: FileFault[] = []
  for (let last = ''; ; ) {
    const recordedHashes: FileHash[] = await selectFileHashesAfter(ctx.db, last, HASHES_PER_BATCH)
    for (const row of recordedHashes) {
      const fault = findFault(digestOfCopy(row.name), row) && (await confirmFault(ctx, row.name))
      if (fault) faults.push({ file: row.name, is: fault })
    }
    last = recordedHashes.at(-1)?.name ?? ''
    if (recordedHashes.length === 0) return faults
  }
}
