import type { Assertion } from '@pawtrait/contract/passkeys.ts'
import { selectDevice } from '#features/users/queries.ts'
import { openSession, type SignedIn } from '#features/users/sessions/open-session.ts'
import { type Browser, deviceTokens, hashToken } from '#features/users/sessions/session-cookie.ts'
import { addressBuckets } from '#features/users/sign-in/attempt-buckets.ts'
import { logOutcome } from '#features/users/sign-in/log-outcome.ts'
import type { Context } from '#platform/context.ts'
import { countAttempt, forgiveAttempt } from '#platform/security/throttle.ts'
import { provePasskey } from './prove-passkey.ts'

type Answer = { credential: Assertion; timeZone?: string | undefined }

/**
 * Log-in by a passkey: something one has, on a browser that need not be known; no code is asked for.
 * @throws Problem 'invalid-passkey', 'too-many-attempts'
 */
export const logInByPasskey = (ctx: Context, browser: Browser, answer: Answer): Promise<SignedIn> =>
  logOutcome(
    ctx,
    'passkey',
    () => enter(ctx, browser, answer),
    ({ user }) => ({ outcome: 'signed-in', user: user.id }),
  )

async function enter(ctx: Context, browser: Browser, { credential, timeZone }: Answer): Promise<SignedIn> {
  const buckets = addressBuckets(ctx)
  await ctx.transaction(({ db }) => countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
  const { owner, use } = await provePasskey(ctx, credential)
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
        await forgiveAttempt(db, buckets)
      },
    },
  )
}
