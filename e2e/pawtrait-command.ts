import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs a `pawtrait` command. @throws Error when its exit code is not 0 */
export const runPawtraitCommand = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['apps/server/src/cli.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })

/** Runs `pawtrait reset-signin`. Returns the path of the printed link. */
export async function createResetLink(dataDir: string, username: string): Promise<string> {
  const { stdout } = await runPawtraitCommand(dataDir, 'reset-signin', username)
  const path = /\/reset-signin#[\w-]+/.exec(stdout)?.[0]
  if (!path) throw new Error(`There is no link in: ${stdout}`)
  return path
}
