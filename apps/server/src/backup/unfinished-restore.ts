import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupRefused } from './backup-refused.ts'

/** Stands in a data folder from the first file of a restore to its last. */
export const unfinishedRestore = (dataDir: string): string => join(dataDir, 'unfinished-restore')

/** Half an instance must not start as if it were whole. @throws BackupRefused */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(unfinishedRestore(dataDir)))
    throw new BackupRefused(`A restore into ${dataDir} was not finished: empty the folder and restore again.`)
}
