import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm'
const PREFIX = 'pawtrait-run-'
// The server tests use up to 0.6 GB at a time.
const NEEDED_BYTES = 2 * 2 ** 30

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES
  } catch {
    return false // no such folder: not Linux
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes the folders of runs that were killed: they hold memory. */
export function removeOldRuns(parent = MEMORY) {
  for (const name of readdirSync(parent))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      rmSync(join(parent, name), { recursive: true, force: true })
}

/**
 * For Vitest's globalSetup: this run's temporary files lie in memory when there is room. Copying a database of
 * 1,050 files takes 20 ms there and 400 ms on a disk with ext4. `TMPDIR` of the caller wins.
 */
export function setup() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return
  removeOldRuns()
  const folder = join(MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(folder)
  chmodSync(folder, 0o1777) // as /tmp: PostgreSQL and initdb run as other users when we are root
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
