import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, formatSize } from './backup-error.ts'

/** Returns the total size of a folder's files. A file that is deleted during the count adds 0. */
export async function computeFolderSize(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)))
  return found.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0)
}

/** Checks that the folder's disk has `bytes` of free space. @throws BackupError when it has less */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < bytes)
    throw new BackupError(
      `The disk of ${folder} has only ${formatSize(free)} free: make room for ${formatSize(bytes)}.`,
    )
}
