import { selectSession, selectSessionLives, updateSessionSeen } from '#features/users/queries.ts'
import type { Deps, UserContext } from '#platform/context.ts'
import { isDatabaseBusy, isDiskFull } from '#platform/db-errors.ts'
import type { Identify } from '#platform/serve.ts'
import { cookieName, hashToken } from './session-cookie.ts'

const SEEN_EVERY_MS = 60_000
const nobody = { viewer: null, session: null }

/** Who the session cookie says is asking. A cookie that counts for nothing is a visitor's. */
export function identifyBySession(deps: Pick<Deps, 'config' | 'database' | 'clock'>): Identify {
  const name = cookieName(deps.config, 'pt_sid')
  return async (request) => {
    const value = request.cookies[name]
    if (!value) return nobody
    const now = deps.clock.now()
    const session = await selectSession(deps.database, hashToken(value), now)
    if (!session) return nobody
    // Once a minute is enough to know that it is in use, and spares a write on every request.
    if (now.getTime() - Date.parse(session.lastSeenAt) > SEEN_EVERY_MS)
      await updateSessionSeen(deps.database, session.id, now).catch((error: unknown) => {
        // Reading goes on where nothing can be written; the next request tries again.
        if (!isDiskFull(error) && !isDatabaseBusy(error)) throw error
      })
    return { viewer: session.userId, session: session.id }
  }
}

/** Whether the session that a long answer began with still counts at `now`. */
export const sessionLives = async (ctx: Pick<UserContext, 'db' | 'session'>, now: Date) =>
  Boolean(await selectSessionLives(ctx.db, ctx.session, now))
