import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { changeOwner, type SystemUser } from './run-as.ts'
import { SOCKET_PORT } from './settings.ts'

const LONGEST = 100 // bytes; the limit for a socket path is 108 on Linux and 104 on macOS
const PREFIX = 'pawtrait-socket-'

/** Tells whether `makeSocketFolder` created this folder in the system's temporary folder. */
export const isTemporarySocketFolder = (folder: string) =>
  basename(folder).startsWith(PREFIX) && dirname(folder) === tmpdir()

/**
 * Creates a folder for the Unix socket; only `user` can enter it. Its parent is the data folder, or the system's
 * temporary folder if the path would be too long.
 */
export function makeSocketFolder(dataDir: string, user: SystemUser): string {
  const near = join(dataDir, 'run')
  const fits = Buffer.byteLength(join(near, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST
  const folder = fits ? near : mkdtempSync(join(tmpdir(), PREFIX))
  if (fits) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
  }
  changeOwner(user, folder)
  return folder
}
