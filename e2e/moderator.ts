import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunningApp } from './app.ts'
import { type Member, send } from './given.ts'

/** What moderators of journeys log in with. */
export const PASSWORD = 'four wet paws on the mat'

/** Gives a member a password, and has the operator make them a moderator. They have just proven who they are. */
export async function makeModerator({ dataDir }: RunningApp, { page, username, zipcode }: Member) {
  await send(page, 'POST', '/api/sudo', { zipcode })
  await send(page, 'PUT', '/api/password', { password: PASSWORD })
  await promisify(execFile)(process.execPath, ['apps/server/src/cli.ts', 'moderator', 'add', username], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
  })
}
