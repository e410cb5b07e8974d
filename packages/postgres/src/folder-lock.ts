import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUse } from './failures.ts'

const BUSY = 5 // SQLITE_BUSY, sqlite.org/rescode.html

function holderOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'app.pid'), 'utf8').trim()
  } catch {
    return undefined
  }
}

/**
 * Takes the data folder for this process and gives back how to release it.
 * Node cannot lock files, its SQLite can: the kernel drops the lock when the process dies, however it dies, so there is
 * no stale lock to judge. The file holds no data.
 * @throws DataFolderInUse while another process, or another start in this one, holds it.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'app.lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    const isHeld = error instanceof Error && 'errcode' in error && error.errcode === BUSY
    throw isHeld ? new DataFolderInUse(folder, holderOf(folder)) : error
  }
  writeFileSync(join(folder, 'app.pid'), `${process.pid}\n`)
  return () => lock.close()
}
