import { isAllowedWithoutGuardian } from '#features/age/allowed-without-guardian.ts'
import { requireSudo } from '#features/sign-in/credentials/sudo.ts'
import { cookieName } from '#features/users/account/session-cookie.ts'
import type { Deps, UserContext } from '#platform/context.ts'
import { createCache, isValid, type Validity } from '#platform/database/cache.ts'
import { isDatabaseBusy, isDiskFull } from '#platform/database/db-errors.ts'
import type { CallerIdentifier } from '#platform/http/serve.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken } from '#platform/security/token.ts'
import { type SessionRow, selectSession, selectValidSession, updateSessionLastSeen } from './session-queries.ts'

const LAST_SEEN_INTERVAL_MS = 60_000
const isReadMethod = (method: string) => method === 'GET' || method === 'HEAD'
const visitor = { viewer: null, session: null }

/** @throws Problem 'guardian-needed' when a minor without a guardian's consent calls a route that requires it */
function refuseWithoutGuardian({ method, routeOptions }: Parameters<CallerIdentifier>[0]) {
  if (isAllowedWithoutGuardian(method, routeOptions.url ?? '')) return
  throw new Problem('guardian-needed', 'A parent or guardian must confirm your account first.')
}

const MAX_ENTRIES = 10_000
// A cached session may be accepted for up to a minute after it expires (see `session-lifetime.ts`).
const TTL_MS = 60_000

/**
 * Returns the function that finds the user of a request by the session cookie. Without a valid cookie, the function
 * returns a visitor. GET and HEAD requests may use a cached session, once pending invalidations are applied; other
 * requests read the database.
 */
export function identifyBySession(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'mail' | 'invalidations'>,
): CallerIdentifier {
  const cache = createCache<SessionRow & Validity>('sessions', deps.invalidations, MAX_ENTRIES)
  const findSession = async (hash: Buffer, now: Date, mayBeCached: boolean): Promise<SessionRow | undefined> => {
    if (!mayBeCached) return selectSession(deps.database, hash, now)
    await deps.invalidations.caughtUp()
    const key = hash.toString('hex')
    const cached = cache.get(key, (entry) => isValid(entry, now))
    if (cached) return cached
    const storeInCache = cache.reading()
    const row = await selectSession(deps.database, hash, now)
    const session = row && { ...row, from: now.getTime(), until: now.getTime() + TTL_MS }
    if (session) storeInCache(key, session, [session.id])
    return session
  }
  const name = cookieName(deps.config, 'pt_sid')
  const sudoName = cookieName(deps.config, 'pt_sudo')
  return async (request, auth) => {
    const value = request.cookies[name]
    if (!value) return visitor
    const now = deps.clock.now()
    const session = await findSession(hashToken(value), now, isReadMethod(request.method))
    if (!session) return visitor
    // Stores the time of last use at most once a minute, to avoid a write on every request.
    if (now.getTime() - Date.parse(session.lastSeenAt) > LAST_SEEN_INTERVAL_MS)
      await updateSessionLastSeen(deps.database, session.id, now)
        .then(() => {
          session.lastSeenAt = now.toISOString()
        })
        .catch((error: unknown) => {
          // Read requests must succeed while the database cannot be written; the next request tries again.
          if (!isDiskFull(error) && !isDatabaseBusy(error)) throw error
        })
    if (deps.config.guardianConsent && session.isUnconfirmedMinor && auth !== 'anyone') refuseWithoutGuardian(request)
    if (auth === 'sudo') await requireSudo(deps, session.id, { pt_sudo: request.cookies[sudoName] })
    return { viewer: session.userId, session: session.id }
  }
}

/** Returns whether the session is still valid at `now`, for responses that last long, such as event streams. */
export const isSessionValid = async (ctx: Pick<UserContext, 'db' | 'session'>, now: Date) =>
  Boolean(await selectValidSession(ctx.db, ctx.session, now))
