import type { RunningApp } from './app.ts'
import { type Member, send } from './given.ts'
import { pawtrait } from './operator.ts'

/** What moderators of journeys log in with. */
export const PASSWORD = 'four wet paws on the mat'

/** Gives a member a password, and has the operator make them a moderator. They have just proven who they are. */
export async function makeModerator({ dataDir }: RunningApp, { page, username, zipcode }: Member) {
  await send(page, 'POST', '/api/sudo', { zipcode })
  await send(page, 'PUT', '/api/password', { password: PASSWORD })
  await pawtrait(dataDir, 'moderator', 'add', username)
}
