import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { CannotStart, DataFolderInUse, formatErrorOutput } from '@pawtrait/postgres/errors.ts'
import { lockFolder } from '@pawtrait/postgres/folder-lock.ts'
import { BackupError } from './backup-error.ts'
import { fsyncPath } from './copy-file.ts'
import { isBackupFolder } from './manifest.ts'

const UNFINISHED = '.unfinished'
const backupNamePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

/** Returns the name of a backup. Names sort by time and contain no colons, which some file systems forbid. */
const formatBackupName = (now: Date) => now.toISOString().replaceAll(':', '-')

/** Returns the paths of the finished backups in a folder, oldest first. */
export async function listBackups(dir: string): Promise<string[]> {
  const names = (await readdir(dir)).filter((name) => backupNamePattern.test(name)).toSorted()
  const folders: string[] = []
  for (const name of names) if (await isBackupFolder(join(dir, name))) folders.push(join(dir, name))
  return folders
}

/** Renames the folder before deleting it: a partly deleted backup would look complete. */
async function removeBackup(folder: string) {
  const unfinishedFolder = `${folder}${UNFINISHED}`
  await rename(folder, unfinishedFolder)
  await rm(unfinishedFolder, { recursive: true, force: true })
}

/** Deletes all finished backups except the newest `count`. Returns the number of deleted backups. */
export async function deleteOlderBackups(dir: string, count: number): Promise<number> {
  const older = (await listBackups(dir)).slice(0, -count)
  for (const folder of older) await removeBackup(folder)
  return older.length
}

async function openDir(dir: string, dataDir: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const real = await realpath(dir)
  if (`${real}${sep}`.startsWith(`${await realpath(dataDir)}${sep}`))
    throw new BackupError(`${dir} is in the data folder: one failure would destroy both. Choose another folder.`)
  return real
}

/**
 * Creates a folder in `dir` and passes it to `work`. Renames the folder to its final name when `work` succeeds, and
 * deletes it when `work` fails. First deletes the unfinished folders of backup processes that were killed.
 * @throws BackupError if another backup into `dir` runs, or if `dir` is in the data folder or not writable
 */
export async function withNewBackupFolder(
  { dir, dataDir, now }: { dir: string; dataDir: string; now: Date },
  work: (folder: string, previous: string | undefined) => Promise<void>,
): Promise<string> {
  const real = await openDir(dir, dataDir)
  const unlock = lockDir(real)
  try {
    for (const name of await readdir(real))
      if (name.endsWith(UNFINISHED) && backupNamePattern.test(basename(name, UNFINISHED)))
        await rm(join(real, name), { recursive: true, force: true })
    const previous = (await listBackups(real)).at(-1)
    const folder = join(real, formatBackupName(now))
    const draft = `${folder}${UNFINISHED}`
    await mkdir(draft, { mode: 0o700 })
    try {
      await work(draft, previous)
      await rename(draft, folder)
      await fsyncPath(real)
      return folder
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
  } finally {
    unlock()
  }
}

function lockDir(dir: string): () => void {
  try {
    return lockFolder(dir, 'backup')
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new BackupError(`Another backup into ${dir} is running: wait until it has finished.`)
    if (!(error instanceof CannotStart)) throw error
    throw new BackupError(
      `${dir} cannot be written (${formatErrorOutput(error.cause)}): choose a folder of the app's user.`,
    )
  }
}
