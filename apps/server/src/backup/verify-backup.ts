import { constants, type Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachParallel } from '#platform/process/for-each-parallel.ts'
import { findDigestMismatch } from '#platform/storage/file-digest.ts'
import { digestFile, withOpenFile } from './copy-file.ts'
import { MANIFEST_FILE, type Manifest, type ManifestFile } from './manifest.ts'

/** A fault of one file. `unreadable` means an I/O error or missing permission. */
export type BackupFault = { path: string; is: 'missing' | 'cut off' | 'changed' | 'unreadable' | 'not listed' }

const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

/** Awaits `work`. After a system error, returns the result of `onError`. Rethrows other errors, which are bugs. */
async function handleSystemError<T, F>(work: Promise<T>, onError: (code: string | undefined) => F): Promise<T | F> {
  try {
    return await work
  } catch (error) {
    if (!isSystemError(error)) throw error
    return onError(error.code)
  }
}

const classifyErrorCode = (code: string | undefined) =>
  code === 'ENOENT' || code === 'ENOTDIR' ? ('missing' as const) : ('unreadable' as const)

/** Returns the fault of a file in the manifest, if any. A symbolic link counts as missing. */
async function findFault(folder: string, listed: ManifestFile): Promise<BackupFault['is'] | undefined> {
  const path = join(folder, listed.path)
  const stats = await handleSystemError(lstat(path), classifyErrorCode)
  if (typeof stats === 'string') return stats
  if (!stats.isFile()) return 'missing'
  const { O_RDONLY, O_NOFOLLOW } = constants
  const digest = await handleSystemError(withOpenFile(path, O_RDONLY | O_NOFOLLOW, digestFile), classifyErrorCode)
  return typeof digest === 'string' ? digest : findDigestMismatch(listed, digest)
}

/** Yields all files below a folder. For a folder that cannot be read, yields its path and undefined. */
async function* walkEntries(folder: string, subfolder = ''): AsyncGenerator<[path: string, entry: Dirent | undefined]> {
  const options = { withFileTypes: true } as const
  const entries = await handleSystemError(readdir(join(folder, subfolder), options), () => undefined)
  if (!entries) yield [subfolder, undefined]
  for (const entry of entries ?? []) {
    const path = join(subfolder, entry.name)
    if (entry.isDirectory()) yield* walkEntries(folder, path)
    else yield [path, entry]
  }
}

/** Verifies every file of a backup. Unreadable files are faults too. Returns the faults, sorted by path. */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<BackupFault[]> {
  const faults: BackupFault[] = []
  await forEachParallel(manifest.files.values(), async (listed) => {
    const is = await findFault(folder, listed)
    if (is) faults.push({ path: listed.path, is })
  })
  for await (const [path, entry] of walkEntries(folder))
    if (!entry) faults.push({ path, is: 'unreadable' })
    else if (path !== MANIFEST_FILE && !manifest.files.has(path)) faults.push({ path, is: 'not listed' })
  return faults.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
