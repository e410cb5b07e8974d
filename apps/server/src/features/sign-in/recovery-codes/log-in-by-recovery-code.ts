import { accountBuckets, identifierBuckets, ipAddressBuckets } from '#features/sign-in/log-in/attempt-buckets.ts'
import { canonicaliseIdentifier } from '#features/sign-in/log-in/canonicalise-identifier.ts'
import { runAndLogOutcome } from '#features/sign-in/log-in/log-outcome.ts'
import { withMinimumResponseTime } from '#features/sign-in/log-in/minimum-response-time.ts'
import { selectAccount } from '#features/sign-in/queries.ts'
import { type OpenedSession, openSession } from '#features/sign-in/sessions/open-session.ts'
import type { RequestCookies } from '#features/users/account/session-cookie.ts'
import type { Context } from '#platform/context.ts'
import { countAttempt, subtractAttempt, tryCountAttempt } from '#platform/security/throttle.ts'
import { consumeRecoveryCode } from './consume-recovery-code.ts'
import { wrongRecoveryCodeProblem } from './recovery-code.ts'

type RecoveryCodeForm = { usernameOrEmail: string; code: string; timeZone?: string | undefined }

/**
 * Logs in by a recovery code, for users who lost all other credentials. The limits and the minimum response time are
 * those of a log-in from an unknown browser.
 * @throws Problem 'invalid-code', 'too-many-attempts'
 */
export const logInByRecoveryCode = (
  ctx: Context,
  browser: RequestCookies,
  typed: RecoveryCodeForm,
): Promise<OpenedSession> =>
  withMinimumResponseTime(ctx, () =>
    runAndLogOutcome(
      ctx,
      'recovery-code',
      () => completeLogIn(ctx, browser, typed),
      ({ user }) => ({ outcome: 'signed-in', user: user.id }),
    ),
  )

async function completeLogIn(
  ctx: Context,
  browser: RequestCookies,
  { usernameOrEmail, code, timeZone }: RecoveryCodeForm,
): Promise<OpenedSession> {
  const identifier = canonicaliseIdentifier(usernameOrEmail)
  const buckets = [...identifierBuckets(ctx, identifier), ...ipAddressBuckets(ctx)]
  await ctx.transaction(({ db }) => countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
  const account = await selectAccount(ctx.db, identifier, ctx.now)
  const sharedBuckets = accountBuckets(ctx, account?.id ?? identifier)
  const isWithinLimit = await tryCountAttempt(ctx, sharedBuckets)
  const holder = isWithinLimit && account?.state === 'active' ? account : undefined
  if (!holder) throw wrongRecoveryCodeProblem()
  return openSession(ctx, browser, holder, {
    device: 'remember',
    timeZone,
    isProof: true,
    first: async (tx) => {
      await consumeRecoveryCode(ctx, tx, holder.id, code)
      await subtractAttempt(tx.db, [...buckets, ...sharedBuckets])
    },
  })
}
