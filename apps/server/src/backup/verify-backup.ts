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

/** Awaits `work`. After a system error, returns the result of `refused`. Rethrows other errors, which are bugs. */
async function orOnSystemError<T, F>(work: Promise<T>, refused: (code: string | undefined) => F): Promise<T | F> {
  try {
    return await work
  } catch (error) {
    if (!isSystemError(error)) throw error
    return refused(error.code)
  }
}

const missingOr = (code: string | undefined) =>
  code === 'ENOENT' || code === 'ENOTDIR' ? ('missing' as const) : ('unreadable' as const)

/** Returns the fault of a file in the manifest, if any. A symbolic link counts as missing. */
async function check(folder: string, listed: ManifestFile): Promise<BackupFault['is'] | undefined> {
  const path = join(folder, listed.path)
  const there = await orOnSystemError(lstat(path), missingOr)
  if (typeof there === 'string') return there
  if (!there.isFile()) return 'missing'
  const { O_RDONLY, O_NOFOLLOW } = constants
  const seal = await orOnSystemError(withOpenFile(path, O_RDONLY | O_NOFOLLOW, digestFile), missingOr)
  return typeof seal === 'string' ? seal : findDigestMismatch(listed, seal)
}

/** Yields all files below a folder. Yields an unreadable folder itself, with undefined as its entry. */
async function* entriesBelow(folder: string, below = ''): AsyncGenerator<[path: string, entry: Dirent | undefined]> {
  const options = { withFileTypes: true } as const
  const entries = await orOnSystemError(readdir(join(folder, below), options), () => undefined)
  if (!entries) yield [below, undefined]
  for (const entry of entries ?? []) {
    const path = join(below, entry.name)
    if (entry.isDirectory()) yield* entriesBelow(folder, path)
    else yield [path, entry]
  }
}

/** Verifies every file of a backup. Unreadable files are faults too. Returns the faults, sorted by path. */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<BackupFault[]> {
  const faults: BackupFault[] = []
  await forEachParallel(manifest.files.values(), async (listed) => {
    const is = await check(folder, listed)
    if (is) faults.push({ path: listed.path, is })
  })
  for await (const [path, entry] of entriesBelow(folder))
    if (!entry) faults.push({ path, is: 'unreadable' })
    else if (path !== MANIFEST_FILE && !manifest.files.has(path)) faults.push({ path, is: 'not listed' })
  return faults.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
