import { mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { assertBackupAllowed, backUpCluster } from '@pawtrait/postgres/online-backup.ts'
import { isDiskFull } from '#platform/database/db-errors.ts'
import { readSchemaStateAsOwner } from '#platform/database/schema-version.ts'
import { forEachParallel } from '#platform/process/for-each-parallel.ts'
import { release } from '#platform/process/release.ts'
import type { FileDigest } from '#platform/storage/file-digest.ts'
import { openDiskStorage, type Storage } from '#platform/storage/storage.ts'
import { BackupError, formatCount, formatSize } from './backup-error.ts'
import { deleteOlderBackups, withNewBackupFolder } from './backup-folder.ts'
import { copyFileIfExists, fsyncFolder, writeContent } from './copy-file.ts'
import { copyPhotos, findPhotos, type PreviousBackup } from './copy-photos.ts'
import { computeFolderSize, requireFreeSpace } from './free-space.ts'
import { CLUSTER_PATH, type Manifest, type ManifestFile, readManifest, writeManifest } from './manifest.ts'

/** Data to back up. `photos` is true if the photos are on disk. `cluster` is the embedded PostgreSQL, if it exists. */
export type BackupSource = {
  dataDir: string
  photos: boolean
  cluster: { folder: string; owner: SocketConnection } | undefined
  pepperFile: string
}

/**
 * Options of a backup. `keep` is the maximum number of backups in `dir`, including the new one. `say` prints progress.
 */
export type BackupOptions = { dir: string; keep: number | undefined; now: Date; say: (line: string) => void }

export type BackupResult = {
  folder: string
  manifest: Manifest
  linkedPhotos: number
  linkedBytes: number
  removed: number
}

// Folders that exist only in a local run. `secrets` contains the pepper, `simulators` contains test payments.
const LOCAL_FOLDERS = ['secrets', 'simulators']
// Extra free space that a backup requires, for new WAL files, the manifest and folders.
const MARGIN_BYTES = 128 * 1024 * 1024

type Draft = {
  source: BackupSource
  storage: Storage
  folder: string
  previous: PreviousBackup | undefined
  files: Map<string, ManifestFile>
  folders: Set<string>
  linked: { photos: number; bytes: number }
  say: (line: string) => void
}

async function copyLocalFolders({ source, folder, files, folders }: Draft) {
  for (const name of LOCAL_FOLDERS)
    for (const entry of await readdir(join(source.dataDir, name), { withFileTypes: true }).catch(() => [])) {
      if (!entry.isFile()) continue
      const path = `${name}/${entry.name}`
      const digest = await copyFileIfExists(join(source.dataDir, path), join(folder, path))
      if (digest) files.set(path, { path, ...digest })
      folders.add(name)
    }
}

async function copyCluster(cluster: NonNullable<BackupSource['cluster']>, { folder, files, folders }: Draft) {
  const toBackupPath = (name: string) => (name ? `${CLUSTER_PATH}/${name}` : CLUSTER_PATH)
  const addFolder = async (name: string) => {
    await mkdir(join(folder, toBackupPath(name)), { recursive: true, mode: 0o700 })
    folders.add(toBackupPath(name))
  }
  const add = (path: string, digest: FileDigest | undefined) => {
    if (digest) files.set(path, { path, ...digest })
  }
  await addFolder('')
  return backUpCluster(cluster.owner, cluster.folder, {
    folder: addFolder,
    files: (names) =>
      forEachParallel(names, async (name) => {
        const path = toBackupPath(name)
        add(path, await copyFileIfExists(join(cluster.folder, name), join(folder, path)))
      }),
    content: async (name, content) =>
      add(toBackupPath(name), await writeContent(join(folder, toBackupPath(name)), content)),
  })
}

async function copyNewPhotos(draft: Draft, clusterBytes: number) {
  const { source, storage, folder, previous, files, linked, say } = draft
  const photos = source.photos ? await findPhotos({ dataDir: source.dataDir, storage }, files, previous) : []
  const bytes = photos.reduce((sum, { same, sizeBytes }) => sum + (same ? 0 : sizeBytes), 0)
  await requireFreeSpace(folder, bytes + clusterBytes + MARGIN_BYTES)
  if (source.photos) say(`photos: ${formatCount(photos.length, 'file')} to back up, ${formatSize(bytes)} of them new`)
  let done = 0
  await copyPhotos(photos, { folder, previous, files }, ({ path, sizeBytes }, how) => {
    done++
    if (done % 5_000 === 0) say(`photos: ${done.toLocaleString('en')} of ${photos.length.toLocaleString('en')}`)
    if (how === 'damaged') say(`damaged in ${previous?.folder}, copied again: ${path}`)
    if (how !== 'linked') return
    linked.photos++
    linked.bytes += sizeBytes
  })
}

// Copies the photos, then the database, then photos that were added during the copy. The app writes a file before its
// row, and deletes the row before the file. So the backup contains every file that the copied database names.
async function copyData(draft: Draft): Promise<Pick<Manifest, 'schema' | 'postgres'>> {
  const { source, say } = draft
  const { cluster } = source
  if (cluster) await assertBackupAllowed(cluster.owner)
  await copyNewPhotos(draft, cluster ? await computeFolderSize(cluster.folder) : 0)
  await copyLocalFolders(draft)
  if (!cluster) return { schema: null, postgres: null }
  const { newest: schema } = await readSchemaStateAsOwner(cluster.owner)
  say('database: copying')
  const postgres = await copyCluster(cluster, draft)
  await copyNewPhotos(draft, 0)
  return { schema, postgres }
}

async function readPrevious(
  folder: string | undefined,
  say: (line: string) => void,
): Promise<PreviousBackup | undefined> {
  if (!folder) return undefined
  try {
    return { folder, manifest: await readManifest(folder) }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    say(`${error.message} Every photo is copied again.`)
    return undefined
  }
}

/**
 * Creates a backup in `dir`, also while the app runs. Only complete backups get their final name.
 * @throws BackupError, CannotBackUp
 */
export async function makeBackup(source: BackupSource, options: BackupOptions): Promise<BackupResult> {
  const { dir, keep, now, say } = options
  const { dataDir, pepperFile } = source
  const storage = await openDiskStorage(join(dataDir, 'photos'))
  let result: Omit<BackupResult, 'folder' | 'removed'> | undefined
  const folder = await withNewBackupFolder({ dir, dataDir, now }, async (folder, previousFolder) => {
    const previous = await readPrevious(previousFolder, say)
    const collected = { files: new Map(), folders: new Set<string>(), linked: { photos: 0, bytes: 0 } }
    const draft: Draft = { source, storage, folder, previous, say, ...collected }
    const found = await copyData(draft)
    await fsyncFolder(folder)
    const { files, folders, linked } = draft
    // The backup skips a pepper file that is a symbolic link or a folder.
    const holdsPepper = files.has(relative(dataDir, pepperFile))
    const origin = { madeAt: now.toISOString(), release: release.version }
    const manifest = { ...found, ...origin, holdsPepper, folders: [...folders], files }
    await writeManifest(folder, manifest)
    result = { manifest, linkedPhotos: linked.photos, linkedBytes: linked.bytes }
  }).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
    throw new BackupError(
      `The disk of ${dir} became full: this backup failed, and its files were deleted. Make room, and repeat it.`,
    )
  })
  if (!result) throw new Error('no backup was made')
  return { folder, ...result, removed: keep === undefined ? 0 : await deleteOlderBackups(dir, keep) }
}
