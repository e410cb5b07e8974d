import type { Deps } from '#platform/context.ts'
import type { Admit, Identify } from '#platform/http/serve.ts'
import { Problem } from '#platform/problem.ts'
import { selectModeratorRole } from './moderator-queries.ts'

/** What is for moderators does not exist for others: the answer is that of an address where nothing is. */
export const noSuchPlace = () => new Problem('not-found', 'There is nothing here.')

/**
 * Whether somebody may call an endpoint of this kind. The role is read anew each time: whoever has lost it is out at
 * once.
 * @throws Problem 'not-found' for everybody who is no moderator
 */
export const admitModerators =
  (deps: Pick<Deps, 'database'>): Admit =>
  async (auth, viewer) => {
    if (auth !== 'moderator' && auth !== 'moderator-sudo') return
    const role = viewer && (await selectModeratorRole(deps.database, viewer))
    if (!role) throw noSuchPlace()
  }

/**
 * As `identify`, for endpoints of moderators too.
 * @throws Problem 'not-found' for everybody who is no moderator; then as `identify`
 */
export const identifyModerators =
  (admit: Admit, identify: Identify): Identify =>
  async (request, auth) => {
    if (auth !== 'moderator' && auth !== 'moderator-sudo') return identify(request, auth)
    const who = await identify(request, 'user')
    await admit(auth, who.viewer)
    return auth === 'moderator-sudo' ? identify(request, 'sudo') : who
  }
