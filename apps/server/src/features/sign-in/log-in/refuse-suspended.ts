import type { UserId } from '@pawtrait/contract/ids.ts'
import { createAppealCookie } from '#features/sign-in/sessions/appeal-cookie.ts'
import { findSuspension, type Suspension } from '#features/users/account/moderation-status.ts'
import { setCookies } from '#features/users/account/session-cookie.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import type { HttpExchange } from '#platform/http/serve.ts'
import { Problem } from '#platform/problem.ts'

/** Refusal of a suspended or banned user after all credentials are verified. A ban has no end date. */
class SuspendedProblem extends Problem {
  readonly user: UserId
  constructor(user: UserId, { decision, until }: Suspension) {
    const suspendedUntil = until && new Date(until).toISOString()
    const detail = until ? 'This account is suspended.' : 'This account is banned.'
    super('account-suspended', detail, { suspendedUntil, ...(decision && { decisionId: decision }) })
    this.user = user
  }
}

/** Refuses a suspended or banned user. Call it after all checks of credentials. @throws Problem 'account-suspended' */
export async function refuseSuspendedUser(db: Db, user: UserId): Promise<void> {
  const suspension = await findSuspension(db, user)
  if (suspension) throw new SuspendedProblem(user, suspension)
}

/** Runs a log-in. When it refuses a suspended user, sets a cookie that lets them read the decisions and appeal. */
export async function withAppealCookie<T>(ctx: Context, http: HttpExchange, signIn: () => Promise<T>): Promise<T> {
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof SuspendedProblem) setCookies(ctx, http, [createAppealCookie(ctx, error.user)])
    throw error
  }
}
