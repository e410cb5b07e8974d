import { lchown, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresMajor } from '@pawtrait/postgres/binaries.ts'
import { isDiskFull } from '#platform/database/db-errors.ts'
import { newestKnown } from '#platform/database/schema-version.ts'
import { forEachAtOnce } from '#platform/process/for-each-at-once.ts'
import { faultOf } from '#platform/storage/seal.ts'
import { BackupRefused, countInWords, sizeInWords } from './backup-refused.ts'
import { copyFile, sync, syncAll, writeContent } from './copy-file.ts'
import { refuseWithoutRoom } from './free-room.ts'
import { bytesOf, type ListedFile, type Manifest } from './manifest.ts'
import { unfinishedRestore } from './unfinished-restore.ts'

// What a first start needs beside the files: the log, the reserve.
const MARGIN_BYTES = 64 * 1024 * 1024

/** @throws BackupRefused for what this program could not run */
function refuseForeign({ schema, postgres, release }: Manifest) {
  if (schema !== null && schema > newestKnown())
    throw new BackupRefused(
      'This backup has the tables of a newer release of Pawtrait: restore it with that release' +
        `${release && ` (${release})`}, or a newer one.`,
    )
  const [major, own] = [postgres?.version.split('.')[0], postgresMajor()]
  if (major !== undefined && major !== own)
    throw new BackupRefused(
      `This backup is of PostgreSQL ${major}, and this release runs ${own}: restore it with its own.`,
    )
}

// The folder is the home of who restores, as the units have it, and npm has written its log there by now.
const ofOthers = new Set(['.npm'])

const entriesOf = async (dataDir: string) => (await readdir(dataDir)).filter((name) => !ofOthers.has(name)).toSorted()

/** Makes the folder, where it is missing. @throws BackupRefused when something is in it */
async function openEmpty(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const [first, ...more] = await entriesOf(dataDir)
  if (first === undefined) return
  const others = more.length > 0 ? ` and ${countInWords(more.length, 'other')}` : ''
  throw new BackupRefused(
    `${dataDir} is not empty (${first}${others}): a restore goes into an empty folder or a new one.`,
  )
}

/** @throws BackupRefused when it is not as it was when it was backed up */
async function restoreFile(from: string, to: string, listed: ListedFile) {
  const { path, mtimeMs } = listed
  const there = await lstat(join(from, path)).catch(() => undefined)
  const seal = there?.isFile() ? await copyFile(join(from, path), join(to, path), mtimeMs) : undefined
  const fault = seal ? faultOf(listed, seal) : 'missing'
  if (fault)
    throw new BackupRefused(
      `${path} is ${fault}: this backup cannot be restored. Take one that "verify" calls whole; ` +
        'docs/operations/backup.md says what to do when there is none.',
    )
}

/** Root restores for whoever the folder belongs to. */
async function giveToOwner(dataDir: string) {
  const { uid, gid } = await stat(dataDir)
  if (process.getuid?.() !== 0 || uid === 0) return
  await forEachAtOnce(await readdir(dataDir, { recursive: true }), (path) => lchown(join(dataDir, path), uid, gid))
}

async function copyAll(folder: string, { folders, files }: Manifest, dataDir: string, say: (line: string) => void) {
  for (const path of folders) await mkdir(join(dataDir, path), { recursive: true, mode: 0o700 })
  let done = 0
  await forEachAtOnce(files.values(), async (listed) => {
    await restoreFile(folder, dataDir, listed)
    done++
    if (done % 5_000 === 0) say(`${done.toLocaleString('en')} of ${countInWords(files.size, 'file')}`)
  })
  await giveToOwner(dataDir)
  await syncAll(dataDir)
}

/** Empties the folder again. What cannot be removed stays marked as unfinished. */
async function takeBack(dataDir: string) {
  const mark = unfinishedRestore(dataDir)
  for (const name of await entriesOf(dataDir))
    if (join(dataDir, name) !== mark) await rm(join(dataDir, name), { recursive: true, force: true })
  await rm(mark, { force: true })
}

/**
 * Copies a backup into an empty data folder, comparing each file with the manifest; the next start recovers the
 * database from it. The backup stays as it is. Until the last file is there the folder does not start.
 * @throws BackupRefused, and the folder is empty again
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  { dataDir, say }: { dataDir: string; say: (line: string) => void },
): Promise<void> {
  refuseForeign(manifest)
  await openEmpty(dataDir)
  const bytes = bytesOf(manifest.files.values())
  await refuseWithoutRoom(dataDir, bytes + MARGIN_BYTES)
  say(`restoring ${countInWords(manifest.files.size, 'file')}, ${sizeInWords(bytes)}`)
  const mark = unfinishedRestore(dataDir)
  await writeContent(mark, Buffer.from(`${folder}\n`))
  await sync(mark)
  await sync(dataDir)
  try {
    await copyAll(folder, manifest, dataDir, say)
  } catch (error) {
    await takeBack(dataDir)
    if (!isDiskFull(error)) throw error
    throw new BackupRefused(`The disk of ${dataDir} became full. Nothing was restored.`)
  }
  await rm(mark)
  await sync(dataDir)
}
