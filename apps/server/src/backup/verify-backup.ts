import { constants, type Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachAtOnce } from '#platform/process/for-each-at-once.ts'
import { faultOf } from '#platform/storage/seal.ts'
import { sealFile, withFile } from './copy-file.ts'
import { type ListedFile, MANIFEST, type Manifest } from './manifest.ts'

/** What is wrong with one file of a backup; `unreadable`: its disk or its rights do not let it be read. */
export type BackupFault = { path: string; is: 'missing' | 'cut off' | 'changed' | 'unreadable' | 'not listed' }

const isSystems = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

/** What the work gives; of what the system refuses, what to take it for. Any other error is a bug. */
async function unless<T, F>(work: Promise<T>, refused: (code: string | undefined) => F): Promise<T | F> {
  try {
    return await work
  } catch (error) {
    if (!isSystems(error)) throw error
    return refused(error.code)
  }
}

const missingOr = (code: string | undefined) =>
  code === 'ENOENT' || code === 'ENOTDIR' ? ('missing' as const) : ('unreadable' as const)

/** A link to elsewhere is no file of the backup. */
async function check(folder: string, listed: ListedFile): Promise<BackupFault['is'] | undefined> {
  const path = join(folder, listed.path)
  const there = await unless(lstat(path), missingOr)
  if (typeof there === 'string') return there
  if (!there.isFile()) return 'missing'
  const { O_RDONLY, O_NOFOLLOW } = constants
  const seal = await unless(withFile(path, O_RDONLY | O_NOFOLLOW, sealFile), missingOr)
  return typeof seal === 'string' ? seal : faultOf(listed, seal)
}

/** What lies below a folder but folders, by its path; undefined in place of what a folder does not let be read. */
async function* entriesBelow(folder: string, below = ''): AsyncGenerator<[path: string, entry: Dirent | undefined]> {
  const options = { withFileTypes: true } as const
  const entries = await unless(readdir(join(folder, below), options), () => undefined)
  if (!entries) yield [below, undefined]
  for (const entry of entries ?? []) {
    const path = join(below, entry.name)
    if (entry.isDirectory()) yield* entriesBelow(folder, path)
    else yield [path, entry]
  }
}

/**
 * Reads every file of a backup and compares it with the manifest; what cannot be read is a fault like others. Gives
 * what is wrong, by path; none: it is whole.
 */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<BackupFault[]> {
  const faults: BackupFault[] = []
  await forEachAtOnce(manifest.files.values(), async (listed) => {
    const is = await check(folder, listed)
    if (is) faults.push({ path: listed.path, is })
  })
  for await (const [path, entry] of entriesBelow(folder))
    if (!entry) faults.push({ path, is: 'unreadable' })
    else if (path !== MANIFEST && !manifest.files.has(path)) faults.push({ path, is: 'not listed' })
  return faults.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
