import type { PasskeyAssertion } from '@pawtrait/contract/sign-in/passkeys.ts'
import { ipAddressBuckets } from '#features/sign-in/log-in/attempt-buckets.ts'
import { runAndLogOutcome } from '#features/sign-in/log-in/log-outcome.ts'
import { type OpenedSession, openSession } from '#features/sign-in/sessions/open-session.ts'
import { selectDevice } from '#features/sign-in/sessions/session-queries.ts'
import { deviceTokens, type RequestCookies } from '#features/users/account/session-cookie.ts'
import type { Context } from '#platform/context.ts'
import { countAttempt, subtractAttempt } from '#platform/security/throttle.ts'
import { hashToken } from '#platform/security/token.ts'
import { verifyPasskey } from './verify-passkey.ts'

type PasskeyLogIn = { credential: PasskeyAssertion; timeZone?: string | undefined }

/** Logs in by passkey in any browser, without a mailed code. @throws Problem 'invalid-passkey', 'too-many-attempts' */
export const logInByPasskey = (ctx: Context, browser: RequestCookies, answer: PasskeyLogIn): Promise<OpenedSession> =>
  runAndLogOutcome(
    ctx,
    'passkey',
    () => completeLogIn(ctx, browser, answer),
    ({ user }) => ({ outcome: 'signed-in', user: user.id }),
  )

async function completeLogIn(
  ctx: Context,
  browser: RequestCookies,
  { credential, timeZone }: PasskeyLogIn,
): Promise<OpenedSession> {
  const buckets = ipAddressBuckets(ctx)
  await ctx.transaction(({ db }) => countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
  const { owner, use } = await verifyPasskey(ctx, credential)
  const tokens = deviceTokens(browser)
  const device = tokens.length > 0 ? await selectDevice(ctx.db, tokens.map(hashToken), owner.username) : undefined
  return openSession(
    ctx,
    browser,
    { id: owner.userId },
    {
      device: device?.hash ?? 'remember',
      timeZone,
      first: async ({ db }) => {
        await use(db)
        await subtractAttempt(db, buckets)
      },
    },
  )
}
