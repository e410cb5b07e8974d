import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'

/** Path of the marker file that exists until a restore is complete. */
export const getRestoreMarkerPath = (dataDir: string): string => join(dataDir, 'unfinished-restore')

/** Refuses to start if the data folder is only partly restored. @throws BackupError */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(getRestoreMarkerPath(dataDir)))
    throw new BackupError(`A restore into ${dataDir} was not finished: empty the folder and restore again.`)
}
