import type { RunningApp } from './app.ts'
import { runPawtraitCommand } from './pawtrait-command.ts'
import { callApi, type Member } from './test-data.ts'

/** Password of moderators in tests. */
export const MODERATOR_PASSWORD = 'four wet paws on the mat'

/**
 * Sets a password for a user, and makes the user a moderator with the `pawtrait` command. Starts the user's sudo mode.
 */
export async function makeModerator({ dataDir }: RunningApp, { page, username, zipcode }: Member) {
  await callApi(page, 'POST', '/api/sudo', { zipcode })
  await callApi(page, 'PUT', '/api/password', { password: MODERATOR_PASSWORD })
  await runPawtraitCommand(dataDir, 'moderator', 'add', username)
}
