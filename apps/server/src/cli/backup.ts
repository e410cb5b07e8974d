import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type EmbeddedPostgres } from '@pawtrait/postgres/embedded.ts'
import { DataFolderInUse } from '@pawtrait/postgres/errors.ts'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { BackupError, formatCount, formatSize } from '#app/backup/backup-error.ts'
import { recordBackup } from '#app/backup/backup-state.ts'
import { type BackupResult, makeBackup } from '#app/backup/make-backup.ts'
import { CLUSTER_PATH, type Manifest, readManifest, sumFileSizes } from '#app/backup/manifest.ts'
import { restoreBackup } from '#app/backup/restore-backup.ts'
import { refuseUnfinishedRestore } from '#app/backup/unfinished-restore.ts'
import { verifyBackup } from '#app/backup/verify-backup.ts'
import type { Config } from '#app/config/config.ts'
import { getClusterFolder, startCluster } from '#app/process/start-cluster.ts'
import { systemClock } from '#platform/clock.ts'
import { isDatabaseUnavailable } from '#platform/database/db-errors.ts'
import { readSchemaStateAsOwner } from '#platform/database/schema-version.ts'
import type { CommandContext, CommandOutcome } from './command.ts'
import { findBackupPhotoFaults } from './find-backup-photo-faults.ts'

type Command = (context: Omit<CommandContext, 'environment'>) => Promise<CommandOutcome>

/** Uses the embedded database without migrating it: before an update, the new release must back up the old schema. */
async function withCluster<T>(config: Config, work: (connection: EmbeddedPostgres['connection']) => Promise<T>) {
  const starting = startCluster(config, () => {}, { patienceMs: 0 })
  let embedded: EmbeddedPostgres | undefined
  try {
    embedded = await starting
  } catch (error) {
    const running = error instanceof DataFolderInUse ? findRunningEmbedded(getClusterFolder(config)) : undefined
    if (!running) throw error
    return work(running)
  }
  if (!embedded) throw new Error('DATABASE_URL is set, so there is no embedded database')
  try {
    return await work(embedded.connection)
  } finally {
    await embedded.stop()
  }
}

const ownDatabase =
  'DATABASE_URL is set: back up that database with your own tools, then its photos with --photos-only ' +
  '(docs/operations/backup.md).'

const photosInBucket =
  'The photos are in the bucket of S3_BUCKET, not in this backup. Copy the bucket to another place, ' +
  'after the database (docs/operations/storage.md).'

function refuseWithoutInstance({ dataDir }: Config, photosOnly: boolean) {
  refuseUnfinishedRestore(dataDir)
  if (!existsSync(join(dataDir, photosOnly ? 'photos' : CLUSTER_PATH)))
    throw new BackupError(`${dataDir} contains no instance: set DATA_DIR to the folder that the app uses.`)
}

/** Returns one line per photo file that is missing or damaged in the storage. The last line states their number. */
async function findPhotoFaultLines(...args: Parameters<typeof findBackupPhotoFaults>): Promise<string[]> {
  const faults = await findBackupPhotoFaults(...args)
  if (faults.length === 0) return []
  const count = formatCount(faults.length, 'file')
  const what = 'of photos could not be backed up intact: restore them from an older backup while one exists.'
  return [...faults.map(({ file, is }) => `${is} in the storage: ${file}`), `${count} ${what}`]
}

// Compares a backup's photos with the external database. If the database is unreachable, returns a line and throws no
// error. The backup then remains, and the command exits with 1.
async function compareWithOwnDatabase(config: Config, files: Manifest['files']): Promise<string[]> {
  const { databaseUrl: app, migrationDatabaseUrl } = config
  if (!app) return []
  try {
    const { newest: schema } = await readSchemaStateAsOwner(migrationDatabaseUrl || app)
    return await findPhotoFaultLines(config, { app, schema }, files)
  } catch (error) {
    // The backup is already complete, so an unreachable database is reported as a fault.
    if (!(error instanceof Error && (isDatabaseUnavailable(error) || 'code' in error))) throw error
    return [`The photos could not be compared with the database. ${error.message}`]
  }
}

function formatBackupResult(
  { folder, manifest, linkedPhotos, linkedBytes, removed }: BackupResult,
  pepperFile: string,
): string[] {
  const { files, postgres, holdsPepper } = manifest
  const all = [...files.values()]
  const formatSum = (prefix: string) => {
    const found = all.filter(({ path }) => path.startsWith(prefix))
    return `${formatCount(found.length, 'file')}, ${formatSize(sumFileSizes(found))}`
  }
  const linked = linkedPhotos > 0 ? `; ${linkedPhotos.toLocaleString('en')} unchanged (${formatSize(linkedBytes)})` : ''
  return [
    `Backup: ${folder}`,
    ...(postgres ? [`database: ${formatSum(CLUSTER_PATH)}, PostgreSQL ${postgres.version}`] : []),
    `photos: ${formatSum('photos/')}${linked}`,
    ...(removed > 0 ? [`removed: ${formatCount(removed, 'older backup')}`] : []),
    holdsPepper
      ? 'Not included: the settings. The backup includes the pepper: keep it secret.'
      : `Not included: settings and the pepper (${pepperFile}). Without it no user can log in: keep a copy elsewhere.`,
  ]
}

type BackupArguments = { photosOnly: boolean; keep: number | undefined }

function backup(dir: string, args: BackupArguments): Command {
  return async (context) => {
    const config = context.config()
    const recordFailure = async (reason: string) => {
      const failure = { at: systemClock.now().toISOString(), reason }
      await recordBackup(config.dataDir, { failure }).catch(() => {}) // a full disk must not hide the first error
    }
    try {
      const outcome = await backUp(dir, args, config, context)
      if (!outcome.isWell) await recordFailure(outcome.lines.at(-1) ?? '')
      return outcome
    } catch (error) {
      await recordFailure(error instanceof Error ? error.message : String(error))
      throw error
    }
  }
}

async function backUp(
  dir: string,
  { photosOnly, keep }: BackupArguments,
  config: Config,
  { now, say }: Omit<CommandContext, 'environment'>,
): Promise<CommandOutcome> {
  const { dataDir, pepperFile } = config
  if (config.databaseUrl && !photosOnly) throw new BackupError(ownDatabase)
  refuseWithoutInstance(config, photosOnly)
  const isInBucket = config.s3 !== null && config.storageMove !== 'disk-to-s3'
  if (isInBucket && photosOnly) throw new BackupError(photosInBucket)
  const options = { dir: resolve(dir), keep, now, say }
  const make = async (connection?: EmbeddedPostgres['connection']) => {
    const cluster = connection && { folder: join(dataDir, CLUSTER_PATH), owner: connection('owner') }
    const backup = await makeBackup({ dataDir, photos: !isInBucket, cluster, pepperFile }, options)
    const { files, schema } = backup.manifest
    if (isInBucket) return { backup, faults: [] }
    const rows = connection && { app: connection('app'), schema }
    return {
      backup,
      faults: rows ? await findPhotoFaultLines(config, rows, files) : await compareWithOwnDatabase(config, files),
    }
  }
  const { backup, faults } = photosOnly ? await make() : await withCluster(config, make)
  const { folder, manifest } = backup
  await recordBackup(dataDir, {
    success: { at: manifest.madeAt, bytes: sumFileSizes(manifest.files.values()), folder },
  })
  const lines = [...formatBackupResult(backup, pepperFile), ...(isInBucket ? [photosInBucket] : []), ...faults]
  return { lines, isWell: faults.length === 0 }
}

async function verifyOne(folder: string): Promise<CommandOutcome> {
  const manifest = await readManifest(folder)
  const faults = await verifyBackup(folder, manifest)
  const all = `${formatCount(manifest.files.size, 'file')}, ${formatSize(sumFileSizes(manifest.files.values()))}`
  const by = manifest.release && ` by release ${manifest.release}`
  if (faults.length === 0) return { lines: [`Intact: ${all}, made ${manifest.madeAt}${by}.`], isWell: true }
  const count = `${formatCount(faults.length, 'fault')} in ${all}: do not restore this backup.`
  return { lines: [...faults.map(({ path, is }) => `${is}: ${path}`), count], isWell: false }
}

/** Verifies backups. If a folder is not a backup, continues with the next folder. */
function verify(folders: string[]): Command {
  return async () => {
    const [only, ...more] = folders.map((folder) => resolve(folder))
    if (only !== undefined && more.length === 0) return verifyOne(only)
    const outcome: CommandOutcome = { lines: [], isWell: true }
    for (const folder of folders.map((path) => resolve(path))) {
      const verified = await verifyOne(folder).catch((error: unknown) => {
        if (!(error instanceof BackupError)) throw error
        return { lines: [error.message], isWell: false }
      })
      outcome.lines.push(`${folder}:`, ...verified.lines)
      outcome.isWell &&= verified.isWell
    }
    return outcome
  }
}

function restore(folder: string, to: string | undefined): Command {
  return async ({ config, say }) => {
    const dataDir = to === undefined ? config().dataDir : resolve(to)
    const manifest = await readManifest(resolve(folder))
    await restoreBackup(resolve(folder), manifest, { dataDir, say })
    const pepper = manifest.holdsPepper
      ? []
      : ['The backup contains no pepper: copy the pepper to the path in PEPPER_FILE.']
    const next = manifest.postgres
      ? `Start the app with all its settings and DATA_DIR=${dataDir}.`
      : 'The backup contains no database: restore the database first (docs/operations/backup.md).'
    return { lines: [`Restored: ${dataDir}, as of ${manifest.madeAt}.`, ...pepper, next], isWell: true }
  }
}

/** Splits an option and its value from the arguments. Returns undefined when the option has no value. */
function parseOption(args: string[], name: string): { value: string | undefined; rest: string[] } | undefined {
  const at = args.indexOf(name)
  if (at === -1) return { value: undefined, rest: args }
  const value = args[at + 1]
  return value === undefined ? undefined : { value, rest: args.toSpliced(at, 2) }
}

function readBackup(args: string[]): Command | undefined {
  const photosOnly = args.includes('--photos-only')
  const keep = parseOption(
    args.filter((word) => word !== '--photos-only'),
    '--keep',
  )
  const [dir, ...more] = keep?.rest ?? []
  if (!keep || !dir || dir.startsWith('-') || more.length > 0) return undefined
  if (keep.value !== undefined && !/^[1-9]\d{0,4}$/.test(keep.value)) return undefined
  return backup(dir, { photosOnly, keep: keep.value === undefined ? undefined : Number(keep.value) })
}

function readRestore(args: string[]): Command | undefined {
  const to = parseOption(args, '--to')
  const [folder, ...more] = to?.rest ?? []
  return to && folder && !folder.startsWith('-') && more.length === 0 ? restore(folder, to.value) : undefined
}

export function readBackupCommand([command, ...words]: string[]): Command | undefined {
  if (command === 'backup') return readBackup(words)
  if (command === 'verify' && words.length > 0 && words.every((word) => word && !word.startsWith('-')))
    return verify(words)
  return command === 'restore' ? readRestore(words) : undefined
}
