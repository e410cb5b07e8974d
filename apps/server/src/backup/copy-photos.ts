import { link, mkdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { forEachAtOnce } from '#platform/process/for-each-at-once.ts'
import { faultOf } from '#platform/storage/seal.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { copyIfThere, sealFile, withFile } from './copy-file.ts'
import type { ListedFile, Manifest } from './manifest.ts'

/** A backup of before: what has not changed since is linked to it, and takes no room. */
export type Previous = { folder: string; manifest: Manifest }

/** A photo's file as it lies in the data folder, and the file of an earlier backup that is the same. */
export type FoundPhoto = {
  from: string
  path: string
  sizeBytes: number
  mtimeMs: number
  same: ListedFile | undefined
}

/** The file of `previous` with the same name, size and time: what is put is never written again. */
async function findSame(found: Omit<FoundPhoto, 'same'>, previous: Previous | undefined) {
  const listed = previous?.manifest.files.get(found.path)
  if (!previous || listed?.sizeBytes !== found.sizeBytes || listed.mtimeMs !== found.mtimeMs) return undefined
  const kept = await stat(join(previous.folder, found.path)).catch(() => undefined)
  return kept?.size === listed.sizeBytes ? listed : undefined
}

// Exports are made anew in minutes and as large as all that somebody has; pieces are of uploads that had not ended.
const isPassing = (name: string) => name.endsWith('.zip') || name.endsWith('.part')

/** The photos there are below the data folder but those that `taken` lists; what only passes through is left out. */
export async function findPhotos(
  { dataDir, storage }: { dataDir: string; storage: Storage },
  taken: ReadonlyMap<string, unknown>,
  previous: Previous | undefined,
): Promise<FoundPhoto[]> {
  const all: FoundPhoto[] = []
  for await (const { name } of storage.list()) {
    if (isPassing(name)) continue
    await storage.withFile(name, async (from) => {
      const path = relative(dataDir, from)
      const there = taken.has(path) ? undefined : await stat(from).catch(() => undefined)
      if (!there) return
      const found = { from, path, sizeBytes: there.size, mtimeMs: Math.round(there.mtimeMs) }
      all.push({ ...found, same: await findSame(found, previous) })
    })
  }
  return all
}

// Another disk, too many links to one file, or a disk that knows none.
const cannotLink = new Set(['EXDEV', 'EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOENT'])

/** Read to its end: what rotted in the earlier backup would be in this one too, and in all that come after it. */
const isAsListed = (path: string, listed: ListedFile): Promise<boolean> =>
  withFile(path, 'r', (file) => sealFile(file)).then(
    (seal) => faultOf(listed, seal) === undefined,
    () => false, // unreadable there: it is copied from where it lives
  )

async function linkTo(kept: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(kept, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && cannotLink.has(String(error.code))) return false
    throw error
  }
}

/** How a photo came into a backup; `damaged`: copied, because the earlier backup's file is not as it was made. */
export type CopiedHow = 'linked' | 'copied' | 'damaged'

/**
 * Copies photos into a backup's folder, or links them to those of the previous one that are as they were; without what
 * is gone by then.
 */
export async function copyPhotos(
  photos: readonly FoundPhoto[],
  { folder, previous, files }: { folder: string; previous: Previous | undefined; files: Map<string, ListedFile> },
  onCopied: (photo: FoundPhoto, how: CopiedHow) => void,
): Promise<void> {
  await forEachAtOnce(photos, async (photo) => {
    const { from, path, mtimeMs, same } = photo
    const to = join(folder, path)
    const kept = same && previous ? { file: join(previous.folder, path), listed: same } : undefined
    const isSound = kept !== undefined && (await isAsListed(kept.file, kept.listed))
    if (isSound && (await linkTo(kept.file, to))) {
      files.set(path, kept.listed)
      return onCopied(photo, 'linked')
    }
    const seal = await copyIfThere(from, to, mtimeMs)
    if (!seal) return
    files.set(path, { path, ...seal, mtimeMs })
    onCopied(photo, kept && !isSound ? 'damaged' : 'copied')
  })
}
