import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { CLUSTER_PATH } from './manifest.ts'

const State = v.object({
  success: v.nullable(v.object({ at: v.string(), bytes: v.number(), folder: v.string() })),
  failure: v.nullable(v.object({ at: v.string(), reason: v.string() })),
})

/** The last complete backup and the last failed backup. Times are in ISO 8601. */
export type BackupState = v.InferOutput<typeof State>

const stateFilePath = (dataDir: string) => join(dataDir, 'backup-state.json')

/** Reads the last success and the last failure of a backup from the data folder. Each is null if there was none. */
export async function readBackupState(dataDir: string): Promise<BackupState> {
  const text = await readFile(stateFilePath(dataDir), 'utf8').catch(() => '')
  try {
    return v.parse(State, JSON.parse(text))
  } catch {
    return { success: null, failure: null }
  }
}

/**
 * Records a backup's outcome for `/metrics` and `doctor`. Writes nothing into a data folder without data, because a
 * restore needs an empty folder.
 */
export async function recordBackup(dataDir: string, outcome: Partial<BackupState>): Promise<void> {
  if (!existsSync(join(dataDir, CLUSTER_PATH)) && !existsSync(join(dataDir, 'photos'))) return
  const file = stateFilePath(dataDir)
  const draft = `${file}.${process.pid}`
  try {
    await writeFile(draft, `${JSON.stringify({ ...(await readBackupState(dataDir)), ...outcome })}\n`)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
