import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart, DataFolderInUse, formatErrorOutput } from './errors.ts'

const BUSY = 5 // Error code SQLITE_BUSY (sqlite.org/rescode.html).

function readHolder(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, `${name}.pid`), 'utf8').trim()
  } catch {
    return undefined
  }
}

function takeLock(file: string, timeoutMs: number): DatabaseSync {
  const lock = new DatabaseSync(file, { timeout: timeoutMs })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

/**
 * Locks the folder under a name and returns the function that releases the lock. Uses SQLite's file locks, because Node
 * has no API for file locks. The kernel releases the lock when the process ends, so no stale lock remains. The lock
 * file contains no data. `timeoutMs` is the maximum wait in ms while another process has the lock. The wait blocks the
 * thread.
 * @throws DataFolderInUse while another process, or another start in this process, holds the lock.
 * @throws CannotStart when the lock file cannot be written or locked.
 */
export function lockFolder(folder: string, name = 'app', timeoutMs = 0): () => void {
  try {
    const lock = takeLock(join(folder, `${name}.lock`), timeoutMs)
    writeFileSync(join(folder, `${name}.pid`), `${process.pid}\n`)
    return () => lock.close()
  } catch (error) {
    const isHeld = error instanceof Error && 'errcode' in error && error.errcode === BUSY
    if (isHeld) throw new DataFolderInUse(folder, readHolder(folder, name))
    throw new CannotStart(`${folder} cannot be locked (${formatErrorOutput(error)}): choose another DATA_DIR.`, {
      cause: error,
    })
  }
}
