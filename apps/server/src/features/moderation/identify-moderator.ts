import type { Deps } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import type { Identify } from '#platform/serve.ts'
import { selectModeratorRole } from './moderator-queries.ts'

/** What is for moderators does not exist for others: the answer is that of an address where nothing is. */
export const noSuchPlace = () => new Problem('not-found', 'There is nothing here.')

/**
 * As `identify`, for endpoints of moderators too. The role is read anew each time: whoever has lost it is out at once.
 * @throws Problem 'not-found' for everybody who is no moderator; then as `identify`
 */
export const identifyModerators =
  (deps: Pick<Deps, 'database'>, identify: Identify): Identify =>
  async (request, auth) => {
    if (auth !== 'moderator' && auth !== 'moderator-sudo') return identify(request, auth)
    const who = await identify(request, 'user')
    const role = who.viewer && (await selectModeratorRole(deps.database, who.viewer))
    if (!role) throw noSuchPlace()
    return auth === 'moderator-sudo' ? identify(request, 'sudo') : who
  }
