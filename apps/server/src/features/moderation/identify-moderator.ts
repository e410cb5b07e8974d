import type { Deps } from '#platform/context.ts'
import type { CallerIdentifier, PermissionCheck } from '#platform/http/serve.ts'
import { Problem } from '#platform/problem.ts'
import { selectModeratorRole } from './moderator-queries.ts'

/** Error for users who are not moderators. It equals the error for unknown paths, to hide that the endpoint exists. */
export const unknownPathProblem = () => new Problem('not-found', 'There is nothing here.')

/** Permission check for moderation endpoints. @throws Problem 'not-found' for users who are not moderators */
export const createModeratorCheck =
  (deps: Pick<Deps, 'database'>): PermissionCheck =>
  async (auth, viewer) => {
    if (auth !== 'moderator' && auth !== 'moderator-sudo') return
    const role = viewer && (await selectModeratorRole(deps.database, viewer))
    if (!role) throw unknownPathProblem()
  }

/**
 * Returns a caller identifier that admits only moderators to moderation endpoints. For other endpoints it calls
 * `identify` unchanged.
 * @throws Problem 'not-found' for users who are not moderators; rethrows errors of `identify`
 */
export const createModeratorIdentifier =
  (admit: PermissionCheck, identify: CallerIdentifier): CallerIdentifier =>
  async (request, auth) => {
    if (auth !== 'moderator' && auth !== 'moderator-sudo') return identify(request, auth)
    const identity = await identify(request, 'user')
    await admit(auth, identity.viewer)
    return auth === 'moderator-sudo' ? identify(request, 'sudo') : identity
  }
