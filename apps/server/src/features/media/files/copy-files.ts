import { createReadStream } from 'node:fs'
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/context.ts'
import { forEachAtOnce } from '#platform/process/for-each-at-once.ts'
import { faultOf, sealOf } from '#platform/storage/seal.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { insertFileHash, selectFileHashes } from './file-queries.ts'
import type { FileFault } from './verify-files.ts'

/** `there`: files that the new storage had already, whole as far as their length tells. */
export type CopiedFiles = { copied: number; there: number; sizeBytes: number; faults: FileFault[] }

/** What became of one file; undefined when it is gone from the old storage by now. */
type Copied = { file: string; is: 'there' | 'copied' | FileFault['is']; sizeBytes: number }

async function copyFile(ctx: Context, { from, to }: Moving, file: string): Promise<Copied | undefined> {
  const [before, there] = [await from.find(file), await to.find(file)]
  if (!before) return undefined
  const { sizeBytes } = before
  if (there?.sizeBytes === sizeBytes) return { file, is: 'there', sizeBytes }
  const known = (await selectFileHashes(ctx.db, [file])).get(file)
  const copy = async (path: string, folder: string): Promise<Copied | undefined> => {
    const is = known && faultOf(known, await sealOf(createReadStream(path)))
    if (is) return { file, is, sizeBytes }
    // What is put is taken away.
    const twin = join(folder, file)
    await link(path, twin)
    const seal = await to.put(file, { file: twin })
    // Deleted meanwhile, from both: it must not be left in one.
    if (!(await from.find(file))) {
      await to.delete([file])
      return undefined
    }
    if (!known) await insertFileHash(ctx.db, { name: file, ...seal })
    return { file, is: 'copied', sizeBytes }
  }
  // Both make their files below the folder of photos: a link is enough.
  return to.withFolder((folder) => from.withFile(file, (path) => copy(path, folder)))
}

/** The storage that files leave, and the one they go to. */
export type Moving = { from: Storage; to: Storage }

/**
 * Copies to the new storage what it lacks of the old one, which stays as it is. A file that does not hold what was
 * written down of it is not copied. May be broken off and begun again.
 * @throws StorageGone
 */
export async function copyFiles(ctx: Context, moving: Moving): Promise<CopiedFiles> {
  const all: CopiedFiles = { copied: 0, there: 0, sizeBytes: 0, faults: [] }
  await forEachAtOnce(moving.from.list(), async ({ name }) => {
    const one = await copyFile(ctx, moving, name)
    if (!one) return
    const { file, is, sizeBytes } = one
    if (is === 'there') all.there++
    else if (is !== 'copied') all.faults.push({ file, is })
    else {
      all.copied++
      all.sizeBytes += sizeBytes
    }
  })
  return all
}
