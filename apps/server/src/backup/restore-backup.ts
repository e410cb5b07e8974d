import { lchown, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readPostgresMajor } from '@pawtrait/postgres/binaries.ts'
import { isDiskFull } from '#platform/database/db-errors.ts'
import { readNewestKnownMigration } from '#platform/database/schema-version.ts'
import { forEachParallel } from '#platform/process/for-each-parallel.ts'
import { findDigestMismatch } from '#platform/storage/file-digest.ts'
import { BackupError, formatCount, formatSize } from './backup-error.ts'
import { copyFile, fsyncFolder, fsyncPath, writeContent } from './copy-file.ts'
import { requireFreeSpace } from './free-space.ts'
import { type Manifest, type ManifestFile, sumFileSizes } from './manifest.ts'
import { getRestoreMarkerPath } from './unfinished-restore.ts'

// Extra free space for the first start after a restore, which writes new WAL files and the database's disk reserve.
const MARGIN_BYTES = 64 * 1024 * 1024

/** Refuses a backup if this release cannot run its database. @throws BackupError */
function refuseIncompatible({ schema, postgres, release }: Manifest) {
  if (schema !== null && schema > readNewestKnownMigration())
    throw new BackupError(
      'This backup has the tables of a newer release of Pawtrait: restore it with that release' +
        `${release && ` (${release})`}, or a newer one.`,
    )
  const [major, ownMajor] = [postgres?.version.split('.')[0], readPostgresMajor()]
  if (major !== undefined && major !== ownMajor)
    throw new BackupError(
      `This backup needs PostgreSQL ${major}, but this release runs ${ownMajor}: restore it with its own release.`,
    )
}

// npm may have written logs into the data folder, because systemd sets that folder as the home of the app's user.
const ignoredEntries = new Set(['.npm'])

const listEntries = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => !ignoredEntries.has(name)).toSorted()

/** Creates the data folder if it is missing. @throws BackupError when it is not empty */
async function openEmptyFolder(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const [first, ...more] = await listEntries(dataDir)
  if (first === undefined) return
  const others = more.length > 0 ? ` and ${formatCount(more.length, 'other')}` : ''
  throw new BackupError(`${dataDir} is not empty (${first}${others}): restore into an empty or a new folder.`)
}

/** Copies a file of the backup. @throws BackupError when it does not match the manifest */
async function restoreFile(from: string, to: string, listed: ManifestFile) {
  const { path, mtimeMs } = listed
  const found = await lstat(join(from, path)).catch(() => undefined)
  const digest = found?.isFile() ? await copyFile(join(from, path), join(to, path), mtimeMs) : undefined
  const fault = digest ? findDigestMismatch(listed, digest) : 'missing'
  if (fault)
    throw new BackupError(
      `${path} is ${fault}: this backup cannot be restored. Use one that "verify" reports as intact. ` +
        'If there is none, see docs/operations/backup.md.',
    )
}

/** After a restore that root ran, gives all files in the data folder to the owner of the folder. */
async function restoreOwnership(dataDir: string) {
  const { uid, gid } = await stat(dataDir)
  if (process.getuid?.() !== 0 || uid === 0) return
  await forEachParallel(await readdir(dataDir, { recursive: true }), (path) => lchown(join(dataDir, path), uid, gid))
}

async function copyAll(folder: string, { folders, files }: Manifest, dataDir: string, say: (line: string) => void) {
  for (const path of folders) await mkdir(join(dataDir, path), { recursive: true, mode: 0o700 })
  let done = 0
  await forEachParallel(files.values(), async (listed) => {
    await restoreFile(folder, dataDir, listed)
    done++
    if (done % 5_000 === 0) say(`${done.toLocaleString('en')} of ${formatCount(files.size, 'file')}`)
  })
  await restoreOwnership(dataDir)
  await fsyncFolder(dataDir)
}

/** Empties the folder after a failed restore. If that fails too, the file that marks an unfinished restore remains. */
async function undoRestore(dataDir: string) {
  const marker = getRestoreMarkerPath(dataDir)
  for (const name of await listEntries(dataDir))
    if (join(dataDir, name) !== marker) await rm(join(dataDir, name), { recursive: true, force: true })
  await rm(marker, { force: true })
}

/**
 * Copies a backup into an empty data folder and verifies each file. The next start recovers the database. The app does
 * not start on a folder with an incomplete restore.
 * @throws BackupError; a failed restore leaves the folder empty.
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  { dataDir, say }: { dataDir: string; say: (line: string) => void },
): Promise<void> {
  refuseIncompatible(manifest)
  await openEmptyFolder(dataDir)
  const bytes = sumFileSizes(manifest.files.values())
  await requireFreeSpace(dataDir, bytes + MARGIN_BYTES)
  say(`restoring ${formatCount(manifest.files.size, 'file')}, ${formatSize(bytes)}`)
  const marker = getRestoreMarkerPath(dataDir)
  await writeContent(marker, Buffer.from(`${folder}\n`))
  await fsyncPath(marker)
  await fsyncPath(dataDir)
  try {
    await copyAll(folder, manifest, dataDir, say)
  } catch (error) {
    await undoRestore(dataDir)
    if (!isDiskFull(error)) throw error
    throw new BackupError(
      `The disk of ${dataDir} became full: nothing was restored. Make room, and repeat the restore.`,
    )
  }
  await rm(marker)
  await fsyncPath(dataDir)
}
