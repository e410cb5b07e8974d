import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataFolderInUse } from '../packages/postgres/src/errors.ts'

/** Thrown when the web app cannot be built. `message` gives the reason and a solution. */
export class BuildFailed extends Error {}

/** File in the build folder with a hash of the sources. It is written at the end of a build. */
export const BUILD_HASH_FILE = 'built-from'
/** File in the build folder with the duration of the build in seconds. */
export const BUILD_DURATION_FILE = 'built-in-seconds'

const LOCK = 'build'
const POLL_MS = 300

export function readTextFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Returns a line with the reason for a build and its expected duration. The expected duration is that of the last build
 * in this folder.
 */
export function explainBuild(dist: string): string {
  const last = Number(readTextFile(join(dist, BUILD_DURATION_FILE)))
  const estimate = last > 0 ? `about ${Math.ceil(last)} s, like the last build` : 'about 15 s'
  if (existsSync(join(dist, BUILD_HASH_FILE)))
    return `The web app is older than its sources: rebuilding it (${estimate})…`
  if (existsSync(join(dist, 'client'))) return `The last build did not finish: rebuilding the web app (${estimate})…`
  return `Building the web app (${estimate})…`
}

/**
 * Locks the build folder for this process. If another process is building, prints a message and waits. If a process is
 * killed, the kernel releases its lock. Returns the function that unlocks the folder.
 * @throws BuildFailed when the folder is not writable
 */
export async function lockBuild(dist: string, print: (line: string) => void): Promise<() => void> {
  // imported only when needed, because most starts do not need it
  const { lockFolder } = await import('../packages/postgres/src/folder-lock.ts')
  for (let isPrinted = false; ; isPrinted = true) {
    try {
      mkdirSync(dist, { recursive: true })
      return lockFolder(dist, LOCK)
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw createNotWritableError(dist)
    }
    const builder = readTextFile(join(dist, `${LOCK}.pid`))?.trim()
    if (!isPrinted) print(`Process ${builder} is already building the web app: waiting for it…`)
    await sleep(POLL_MS)
  }
}

const createNotWritableError = (dist: string) =>
  new BuildFailed(
    `The web app is ${existsSync(join(dist, BUILD_HASH_FILE)) ? 'older than its sources' : 'not built'}, and ` +
      `this user cannot write to ${dist}: run "npm run build" as the user who owns it.`,
  )
