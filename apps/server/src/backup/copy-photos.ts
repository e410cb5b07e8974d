import { link, mkdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { forEachParallel } from '#platform/process/for-each-parallel.ts'
import { findDigestMismatch } from '#platform/storage/file-digest.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { copyFileIfExists, digestFile, withOpenFile } from './copy-file.ts'
import type { Manifest, ManifestFile } from './manifest.ts'

/** The previous backup. The new backup hard-links to its unchanged files instead of copying the photos again. */
export type PreviousBackup = { folder: string; manifest: Manifest }

/** A photo file to back up. `same` is the unchanged copy of the file in the previous backup, if there is one. */
export type FoundPhoto = {
  from: string
  path: string
  sizeBytes: number
  mtimeMs: number
  same: ManifestFile | undefined
}

/** Finds a photo's copy in `previous`. Comparing path, size and time is enough, because stored files never change. */
async function findUnchangedCopy(found: Omit<FoundPhoto, 'same'>, previous: PreviousBackup | undefined) {
  const listed = previous?.manifest.files.get(found.path)
  if (!previous || listed?.sizeBytes !== found.sizeBytes || listed.mtimeMs !== found.mtimeMs) return undefined
  const existing = await stat(join(previous.folder, found.path)).catch(() => undefined)
  return existing?.size === listed.sizeBytes ? listed : undefined
}

// Files that a backup skips: unfinished uploads (`.part`) and data exports (`.zip`). Data exports are large, and users
// can create them again.
const isTemporary = (name: string) => name.endsWith('.zip') || name.endsWith('.part')

/** Returns the photo files in the data folder. Excludes paths in `excluded`, data exports and unfinished uploads. */
export async function findPhotos(
  { dataDir, storage }: { dataDir: string; storage: Storage },
  excluded: ReadonlyMap<string, unknown>,
  previous: PreviousBackup | undefined,
): Promise<FoundPhoto[]> {
  const all: FoundPhoto[] = []
  for await (const { name } of storage.list()) {
    if (isTemporary(name)) continue
    await storage.withFile(name, async (from) => {
      const path = relative(dataDir, from)
      const stats = excluded.has(path) ? undefined : await stat(from).catch(() => undefined)
      if (!stats) return
      const found = { from, path, sizeBytes: stats.size, mtimeMs: Math.round(stats.mtimeMs) }
      all.push({ ...found, same: await findUnchangedCopy(found, previous) })
    })
  }
  return all
}

// Error codes of `link` after which the file is copied. For example, some disks do not support hard links.
const linkErrorCodes = new Set(['EXDEV', 'EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOENT'])

/** Whether a file of the previous backup is intact. A hard link to a damaged file would copy the damage. */
const matchesManifest = (path: string, listed: ManifestFile): Promise<boolean> =>
  withOpenFile(path, 'r', (file) => digestFile(file)).then(
    (digest) => findDigestMismatch(listed, digest) === undefined,
    () => false, // the file in the previous backup is unreadable, so the photo is copied again
  )

async function tryHardLink(existing: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(existing, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && linkErrorCodes.has(String(error.code))) return false
    throw error
  }
}

/** How a file was added to the backup. `damaged` means copied because the previous backup's file was damaged. */
export type CopyMethod = 'linked' | 'copied' | 'damaged'

/** Copies photos, or links to intact files of the previous backup. Skips photos that are deleted during the backup. */
export async function copyPhotos(
  photos: readonly FoundPhoto[],
  {
    folder,
    previous,
    files,
  }: { folder: string; previous: PreviousBackup | undefined; files: Map<string, ManifestFile> },
  onCopied: (photo: FoundPhoto, how: CopyMethod) => void,
): Promise<void> {
  await forEachParallel(photos, async (photo) => {
    const { from, path, mtimeMs, same } = photo
    const to = join(folder, path)
    const candidate = same && previous ? { file: join(previous.folder, path), listed: same } : undefined
    const isSound = candidate !== undefined && (await matchesManifest(candidate.file, candidate.listed))
    if (isSound && (await tryHardLink(candidate.file, to))) {
      files.set(path, candidate.listed)
      return onCopied(photo, 'linked')
    }
    const digest = await copyFileIfExists(from, to, mtimeMs)
    if (!digest) return
    files.set(path, { path, ...digest, mtimeMs })
    onCopied(photo, candidate && !isSound ? 'damaged' : 'copied')
  })
}
