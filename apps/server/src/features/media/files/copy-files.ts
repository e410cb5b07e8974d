import { createReadStream } from 'node:fs'
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/context.ts'
import { forEachParallel } from '#platform/process/for-each-parallel.ts'
import { digestOf, findDigestMismatch } from '#platform/storage/file-digest.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { insertFileHash, selectFileHashes } from './file-queries.ts'
import type { FileFault } from './verify-files.ts'

/** Result of `copyFiles`. `existing`: number of files that the new storage already had with the right length. */
export type CopyResult = { copied: number; existing: number; sizeBytes: number; faults: FileFault[] }

type CopyOutcome = { file: string; is: 'existing' | 'copied' | FileFault['is']; sizeBytes: number }

async function copyFile(ctx: Context, { from, to }: StoragePair, file: string): Promise<CopyOutcome | undefined> {
  const [source, target] = [await from.find(file), await to.find(file)]
  if (!source) return undefined
  const { sizeBytes } = source
  if (target?.sizeBytes === sizeBytes) return { file, is: 'existing', sizeBytes }
  const recordedHash = (await selectFileHashes(ctx.db, [file])).get(file)
  const copy = async (path: string, folder: string): Promise<CopyOutcome | undefined> => {
    const fault = recordedHash && findDigestMismatch(recordedHash, await digestOf(createReadStream(path)))
    if (fault) return { file, is: fault, sizeBytes }
    // `put` moves the file that it receives. So it receives a hard link, and the file in the old storage remains.
    const hardLink = join(folder, file)
    await link(path, hardLink)
    const digest = await to.put(file, { file: hardLink })
    // If the file was deleted from the old storage while it was copied, deletes the new copy too.
    if (!(await from.find(file))) {
      await to.delete([file])
      return undefined
    }
    if (!recordedHash) await insertFileHash(ctx.db, { name: file, ...digest })
    return { file, is: 'copied', sizeBytes }
  }
  // Both storages keep temporary files below the folder of photos, on one disk, so a hard link works.
  return to.withFolder((folder) => from.withFile(file, (path) => copy(path, folder)))
}

export type StoragePair = { from: Storage; to: Storage }

/**
 * Copies files that the new storage lacks or has with another length. Does not copy a file that differs from its
 * recorded hash, but returns it in `faults`. Can be repeated. @throws StorageUnavailable
 */
export async function copyFiles(ctx: Context, move: StoragePair): Promise<CopyResult> {
  const total: CopyResult = { copied: 0, existing: 0, sizeBytes: 0, faults: [] }
  await forEachParallel(move.from.list(), async ({ name }) => {
    const result = await copyFile(ctx, move, name)
    if (!result) return
    const { file, is, sizeBytes } = result
    if (is === 'existing') total.existing++
    else if (is !== 'copied') total.faults.push({ file, is })
    else {
      total.copied++
      total.sizeBytes += sizeBytes
    }
  })
  return total
}
