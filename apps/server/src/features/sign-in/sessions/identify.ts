import { mayWhileWaiting } from '#features/age/may-while-waiting.ts'
import { requireSudo } from '#features/sign-in/credentials/sudo.ts'
import { cookieName } from '#features/users/account/session-cookie.ts'
import type { Deps, UserContext } from '#platform/context.ts'
import { isDatabaseBusy, isDiskFull } from '#platform/database/db-errors.ts'
import { isAlive, keptBy, type Life } from '#platform/database/kept.ts'
import type { Identify } from '#platform/http/serve.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken } from '#platform/security/token.ts'
import { type SessionRow, selectSession, selectSessionLives, updateSessionSeen } from './session-queries.ts'

const SEEN_EVERY_MS = 60_000
const isReading = (method: string) => method === 'GET' || method === 'HEAD'
const nobody = { viewer: null, session: null }

/** @throws Problem 'guardian-needed' where somebody does more than look before their guardian has confirmed them. */
function letLook({ method, routeOptions }: Parameters<Identify>[0]) {
  if (mayWhileWaiting(method, routeOptions.url ?? '')) return
  throw new Problem('guardian-needed', 'A parent or guardian must confirm your account first.')
}

const MOST_KEPT = 10_000
// A session ends by itself (`session-life.ts`): to the minute is enough.
const KEPT_MS = 60_000

/**
 * Who the session cookie says is asking. A cookie that counts for nothing is a visitor's. What reads is caught up from
 * here on, and its session may come from memory; what writes looks it up.
 */
export function identifyBySession(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'mail' | 'invalidations'>,
): Identify {
  const kept = keptBy<SessionRow & Life>('sessions', deps.invalidations, MOST_KEPT)
  const find = async (hash: Buffer, now: Date, mayBeKept: boolean): Promise<SessionRow | undefined> => {
    if (!mayBeKept) return selectSession(deps.database, hash, now)
    await deps.invalidations.caughtUp()
    const key = hash.toString('hex')
    const found = kept.get(key, (one) => isAlive(one, now))
    if (found) return found
    const keep = kept.reading()
    const row = await selectSession(deps.database, hash, now)
    const session = row && { ...row, from: now.getTime(), until: now.getTime() + KEPT_MS }
    if (session) keep(key, session, [session.id])
    return session
  }
  const name = cookieName(deps.config, 'pt_sid')
  const sudoName = cookieName(deps.config, 'pt_sudo')
  return async (request, auth) => {
    const value = request.cookies[name]
    if (!value) return nobody
    const now = deps.clock.now()
    const session = await find(hashToken(value), now, isReading(request.method))
    if (!session) return nobody
    // Once a minute is enough to know that it is in use, and spares a write on every request.
    if (now.getTime() - Date.parse(session.lastSeenAt) > SEEN_EVERY_MS)
      await updateSessionSeen(deps.database, session.id, now)
        .then(() => {
          session.lastSeenAt = now.toISOString()
        })
        .catch((error: unknown) => {
          // Reading goes on where nothing can be written; the next request tries again.
          if (!isDiskFull(error) && !isDatabaseBusy(error)) throw error
        })
    if (deps.config.guardianConsent && session.isUnconfirmedMinor && auth !== 'anyone') letLook(request)
    if (auth === 'sudo') await requireSudo(deps, session.id, { pt_sudo: request.cookies[sudoName] })
    return { viewer: session.userId, session: session.id }
  }
}

/** Whether the session that a long answer began with still counts at `now`. */
export const sessionLives = async (ctx: Pick<UserContext, 'db' | 'session'>, now: Date) =>
  Boolean(await selectSessionLives(ctx.db, ctx.session, now))
