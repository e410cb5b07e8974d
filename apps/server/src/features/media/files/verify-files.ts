import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { nameOf, strayFiles } from '#features/media/sweep-photos.ts'
import type { Context } from '#platform/context.ts'
import { forEachAtOnce } from '#platform/process/for-each-at-once.ts'
import { type FileSeal, faultOf, sealOf } from '#platform/storage/seal.ts'
import {
  type FileHash,
  insertFileHash,
  selectFileHashes,
  selectFileHashesAfter,
  selectFilesOfPhotos,
  selectNamesInUse,
} from './file-queries.ts'

const photosAtOnce = 200
const hashesAtOnce = 5_000

/** A file that is not as it should be; `stray`: of no photo, and a day old at least. */
export type FileFault = { file: string; is: 'missing' | 'cut off' | 'changed' | 'stray' }

/** `unknown`: files that nothing says of what they should hold; they are older than `photo_files`. */
export type VerifiedFiles = { files: number; sizeBytes: number; unknown: number; faults: FileFault[] }

async function sealIn({ storage }: Context, file: string): Promise<FileSeal | undefined> {
  const found = await storage.get(file)
  return found && sealOf(found.stream)
}

const compare = (seal: FileSeal | undefined, known: FileHash | undefined) =>
  seal ? known && faultOf(known, seal) : ('missing' as const)

/** A photo may have been edited or deleted under the look: what is wrong has to be so still. */
async function faultStill(ctx: Context, file: string): Promise<FileFault['is'] | undefined> {
  const known = (await selectFileHashes(ctx.db, [file])).get(file)
  const is = compare(await sealIn(ctx, file), known)
  return is && (await selectNamesInUse(ctx.db, [nameOf(file)])).has(nameOf(file)) ? is : undefined
}

/** Every file that photos should have, and what is written down of it, some hundred at a time. */
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
 * What `storage verify` does: reads every file of every photo from the storage, holds it against what was written down
 * when it was put, and looks for files of no photo. Changes nothing, unless it is to `note` what files hold of which
 * nothing is written down.
 * @throws StorageGone
 */
export async function verifyFiles(ctx: Context, note: boolean): Promise<VerifiedFiles> {
  const found: VerifiedFiles = { files: 0, sizeBytes: 0, unknown: 0, faults: [] }
  await forEachAtOnce(filesDue(ctx), async ({ file, known }) => {
    const seal = await sealIn(ctx, file)
    found.files++
    found.sizeBytes += seal?.sizeBytes ?? 0
    if (seal && !known) {
      found.unknown++
      if (note) await insertFileHash(ctx.db, { name: file, ...seal })
    }
    const is = compare(seal, known) && (await faultStill(ctx, file))
    if (is) found.faults.push({ file, is })
  })
  for await (const files of strayFiles(ctx, new Date(ctx.now.getTime() - DAY_MS)))
    found.faults.push(...files.map((file) => ({ file, is: 'stray' as const })))
  found.faults.sort((a, b) => (a.file < b.file ? -1 : 1))
  return found
}

/**
 * Files of photos that lack in a copy of the storage or are not in it as was written down when they were put, and are
 * no better in the storage itself: what was put, edited or deleted while it was copied is none. `copied` gives what the
 * copy of a file holds.
 * @throws StorageGone
 */
export async function faultsOfCopy(ctx: Context, copied: (file: string) => FileSeal | undefined): Promise<FileFault[]> {
  const faults: FileFault[] = []
  for (let last = ''; ; ) {
    const known: FileHash[] = await selectFileHashesAfter(ctx.db, last, hashesAtOnce)
    for (const row of known) {
      const is = compare(copied(row.name), row) && (await faultStill(ctx, row.name))
      if (is) faults.push({ file: row.name, is })
    }
    last = known.at(-1)?.name ?? ''
    if (known.length === 0) return faults
  }
}
