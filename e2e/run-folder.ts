import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './processes.ts'

const memory = '/dev/shm'
const NEEDED_BYTES = 4 * 2 ** 30
const prefix = 'pawtrait-journeys-'

/**
 * Makes the folder for everything a run of journeys writes: in memory where Linux has 4 GB of it free. A data folder is
 * a copy of 70 MB, and PostgreSQL syncs its files: on a disk a start of the app takes twice the CPU. Removes the
 * folders of runs that were killed.
 */
export function makeRunFolder(): string {
  const parent = hasMemory() ? memory : tmpdir()
  for (const name of readdirSync(parent)) {
    const path = join(parent, name)
    const isLeft = name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))
    if (isLeft && statSync(path).uid === process.getuid?.()) rmSync(path, { recursive: true, force: true })
  }
  const folder = join(parent, `${prefix}${process.pid}`)
  mkdirSync(folder)
  chmodSync(folder, 0o1777) // PostgreSQL runs as another user than root
  return folder
}

function hasMemory(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) > NEEDED_BYTES
}
