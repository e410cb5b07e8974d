import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { SocketConnection } from './embedded.ts'
import { withClient } from './with-client.ts'

/** Receives the folders and files of a backup. Paths are relative to the cluster's folder. */
export type BackupTarget = {
  folder(path: string): Promise<void>
  /** Copies files in any order. Must ignore missing files, because PostgreSQL may have deleted some. */
  files(paths: readonly string[]): Promise<void>
  content(path: string, content: Buffer): Promise<void>
}

export type ClusterBackup = { version: string; startLsn: string; stopLsn: string }

/** Thrown when the online backup fails. `message` is one line for the operator. */
export class CannotBackUp extends Error {
  readonly code = 'POSTGRES_CANNOT_BACK_UP'
}

// Folders and files that a backup must not contain, or that PostgreSQL recreates
// (postgresql.org/docs/18/continuous-archiving.html, 25.3.4).
const emptyFolders = /^pg_(?:dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans|wal)$/
const excludedFiles =
  /^(?:postmaster\.\w+|(?:backup_label|tablespace_map)(?:\.old)?|pg_internal\.init.*|pgsql_tmp.*|.*\.(?:new|tmp))$/
const CONTROL = 'global/pg_control'
const SEGMENT = /^[\dA-F]{24}$/
const SEGMENTS_PER_LOG = 0x1_0000_0000 / (16 * 1024 * 1024) // a WAL segment has 16 MB by default

async function copyFolders(cluster: string, target: BackupTarget) {
  const files: string[] = []
  for (const folders = ['']; folders.length > 0; ) {
    const folder = folders.pop() ?? ''
    for (const entry of await readdir(join(cluster, folder), { withFileTypes: true }).catch(ignoreMissing)) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (excludedFiles.test(entry.name) || path === CONTROL) continue
      if (entry.isFile()) files.push(path)
      if (!entry.isDirectory()) continue
      await target.folder(path)
      if (!emptyFolders.test(path)) folders.push(path)
    }
  }
  await target.files(files)
}

function ignoreMissing(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return [] // another session dropped the table or database during the copy
}

/**
 * Reads the control file until two consecutive reads return equal bytes, because PostgreSQL may change the file during
 * a read.
 */
async function readControl(cluster: string): Promise<Buffer> {
  for (let before = await readFile(join(cluster, CONTROL)); ; ) {
    const after = await readFile(join(cluster, CONTROL))
    if (after.equals(before)) return after
    before = after
  }
}

const segmentNumber = (name: string) =>
  Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_PER_LOG + Number.parseInt(name.slice(16), 16)

/** Copies the WAL segments from `from` to `to`, inclusive. @throws CannotBackUp when one of them is missing */
async function copyLog(cluster: string, from: string, to: string, target: BackupTarget) {
  for (const folder of ['pg_wal/archive_status', 'pg_wal/summaries']) await target.folder(folder)
  const names = (await readdir(join(cluster, 'pg_wal'))).filter((name) => SEGMENT.test(name))
  const needed = names.filter((name) => name >= from && name <= to)
  if (needed.length !== segmentNumber(to) - segmentNumber(from) + 1)
    throw new CannotBackUp(
      'The database wrote more WAL during the copy than it retains: repeat the backup at a quieter time.',
    )
  await target.files(needed.map((name) => `pg_wal/${name}`))
}

async function selectRow<T>(client: pg.Client, statement: string): Promise<T> {
  const { rows } = await client.query(statement)
  return rows[0] as T
}

/**
 * Checks before a backup that the owner role may copy the cluster. @throws CannotBackUp when the role lacks the right
 */
export const assertBackupAllowed = (owner: SocketConnection): Promise<void> =>
  withClient(owner, async (client) => {
    const { allowed } = await selectRow<{ allowed: boolean }>(
      client,
      `select has_function_privilege(current_user, 'pg_backup_start(text, boolean)', 'execute') as allowed`,
    )
    if (allowed) return
    throw new CannotBackUp('The running app is from an earlier release: restart it with this release, then back up.')
  })

async function startBackup(client: pg.Client) {
  // PostgreSQL keeps the WAL while the temporary replication slot exists. The slot ends with this session, even after a
  // crash.
  await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
  return selectRow<{ lsn: string; segment: string; version: string }>(
    client,
    `select lsn::text, pg_walfile_name(lsn) as segment, current_setting('server_version') as version
     from pg_backup_start('pawtrait', true) as lsn`,
  )
}

/**
 * Copies the running cluster with the connection of its owner role. A PostgreSQL that starts on the copy recovers
 * everything that was committed before the end of the backup.
 * @throws CannotBackUp
 * @see docs/decisions/0039-backup-copies-the-cluster.md
 */
export const backUpCluster = (owner: SocketConnection, cluster: string, target: BackupTarget): Promise<ClusterBackup> =>
  withClient(owner, async (client) => {
    const { lsn: startLsn, segment, version } = await startBackup(client)
    await copyFolders(cluster, target)
    await target.content(CONTROL, await readControl(cluster))
    const end = await selectRow<{ lsn: string; label: string; segment: string }>(
      client,
      `select lsn::text, labelfile as label, pg_walfile_name(lsn - 1) as segment from pg_backup_stop(false)`,
    )
    await copyLog(cluster, segment, end.segment, target)
    await target.content('backup_label', Buffer.from(end.label))
    return { version, startLsn, stopLsn: end.lsn }
  })
