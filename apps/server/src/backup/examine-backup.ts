import { existsSync } from 'node:fs'
import { HOUR_MS } from '@pawtrait/contract/durations.ts'
import type { Config } from '#app/config/config.ts'
import type { Finding } from '#platform/finding.ts'
import { gauge, type Metric } from '#platform/monitoring/metrics.ts'
import { formatSize } from './backup-error.ts'
import { type BackupState, readBackupState } from './backup-state.ts'

// Backups run every night. The limit allows a delay of 12 hours, like the alert PawtraitBackupLate.
const LATE_HOURS = 36

/** Whether this machine stores data to back up. False if the database and the photos are on other servers. */
const canBackUp = ({ databaseUrl, s3, storageMove }: Config) =>
  databaseUrl === '' || s3 === null || storageMove === 'disk-to-s3'

const toUnixSeconds = (at: string | undefined) => (at === undefined ? 0 : Date.parse(at) / 1000)

/**
 * Metrics of the last complete backup and of the last failed backup. The value is 0 if there was no such backup. On a
 * host without data to back up, the metrics have no value.
 */
export async function readBackupMetrics(config: Config): Promise<Metric[]> {
  const hasBackups = canBackUp(config)
  const { success, failure } = await readBackupState(config.dataDir)
  const seconds = (at: string | undefined) => (hasBackups ? toUnixSeconds(at) : undefined)
  return [
    gauge(
      'backup_last_success_timestamp_seconds',
      'Time of the last complete backup; 0 if there is none',
      seconds(success?.at),
    ),
    gauge(
      'backup_last_success_size_bytes',
      'Size of the last complete backup, including linked photos',
      hasBackups ? (success?.bytes ?? 0) : undefined,
    ),
    gauge(
      'backup_last_failure_timestamp_seconds',
      'Time of the last failed backup; 0 if there is none',
      seconds(failure?.at),
    ),
  ]
}

function findBackupFault({ success, failure }: BackupState, now: Date): string | undefined {
  if (failure && toUnixSeconds(failure.at) >= toUnixSeconds(success?.at))
    return `failed at ${failure.at}: ${failure.reason}`
  if (!success) return 'no backup exists yet: start pawtrait-backup.service and enable pawtrait-backup.timer.'
  if (!existsSync(success.folder)) return `${success.folder} does not exist: check that the backup disk is mounted.`
  const hours = Math.floor((now.getTime() - Date.parse(success.at)) / HOUR_MS)
  return hours >= LATE_HOURS
    ? `the last one is ${hours} hours old: check pawtrait-backup.timer and journalctl -u pawtrait-backup.`
    : undefined
}

/** Checks that the last backup of a production instance succeeded, is under 36 hours old and still exists. */
export async function examineBackup(config: Config, now: Date): Promise<Finding[]> {
  if (config.mode !== 'production' || !canBackUp(config)) return []
  const what = 'backup'
  const state = await readBackupState(config.dataDir)
  const fault = findBackupFault(state, now)
  if (fault || !state.success) return [{ what, ok: false, says: fault ?? '' }]
  const { at, bytes, folder } = state.success
  return [{ what, ok: true, says: `the last one was made at ${at}: ${folder}, ${formatSize(bytes)}.` }]
}
