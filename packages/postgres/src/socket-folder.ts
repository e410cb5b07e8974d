import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { SOCKET_PORT } from './settings.ts'
import { changeOwner, type SystemUser } from './system-user.ts'

const LONGEST = 100 // Maximum length of a socket's path in bytes. Linux allows 108, macOS 104.
const PREFIX = 'pawtrait-socket-'

/** Returns whether `makeSocketFolder` created this folder in the system's temporary folder. */
export const isTemporarySocketFolder = (folder: string) =>
  basename(folder).startsWith(PREFIX) && dirname(folder) === tmpdir()

/**
 * Creates a folder for the Unix socket, which only `user` can enter. Its parent is the data folder, or the system's
 * temporary folder if the path would be too long.
 */
export function makeSocketFolder(dataDir: string, user: SystemUser): string {
  const preferred = join(dataDir, 'run')
  const fits = Buffer.byteLength(join(preferred, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST
  const folder = fits ? preferred : mkdtempSync(join(tmpdir(), PREFIX))
  if (fits) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
  }
  changeOwner(user, folder)
  return folder
}
