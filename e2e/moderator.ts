import type { RunningApp } from './app.ts'
import { type Member, send } from './given.ts'
import { pawtrait } from './operator.ts'

/** Password of moderators in tests. */
export const PASSWORD = 'four wet paws on the mat'

/** Gives a user a password and makes them a moderator by `pawtrait`. They are in sudo mode afterwards. */
export async function makeModerator({ dataDir }: RunningApp, { page, username, zipcode }: Member) {
  await send(page, 'POST', '/api/sudo', { zipcode })
  await send(page, 'PUT', '/api/password', { password: PASSWORD })
  await pawtrait(dataDir, 'moderator', 'add', username)
}
