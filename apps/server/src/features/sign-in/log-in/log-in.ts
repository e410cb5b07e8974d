import { countPasswordCharacters, passwordLength } from '@pawtrait/contract/sign-in/credentials.ts'
import type { LogInInput } from '@pawtrait/contract/sign-in/sign-in.ts'
import { canonicaliseZipCode } from '@pawtrait/contract/sign-in/zip-code.ts'
import {
  canonicaliseSecret,
  getSecretHash,
  matchSecret,
  type SecretMatch,
} from '#features/sign-in/credentials/check-secret.ts'
import { createOfferCookies } from '#features/sign-in/passkeys/passkey-offer.ts'
import { type Account, selectAccount, selectAccountById, updateSecretHash } from '#features/sign-in/queries.ts'
import { type OpenedSession, openSession } from '#features/sign-in/sessions/open-session.ts'
import { deleteDevice, selectDevice, selectDeviceOf } from '#features/sign-in/sessions/session-queries.ts'
import { activateUser } from '#features/sign-in/sign-up/activate-user.ts'
import { deviceTokens, type RequestCookies, type SetCookie } from '#features/users/account/session-cookie.ts'
import type { Context, Tx } from '#platform/context.ts'
import { violatedUniqueConstraint } from '#platform/database/db-errors.ts'
import { Problem } from '#platform/problem.ts'
import {
  type BucketCounts,
  countAttempt,
  type RateLimitBucket,
  remainingAttempts,
  subtractAttempt,
  tryCountAttempt,
} from '#platform/security/throttle.ts'
import { hashToken } from '#platform/security/token.ts'
import {
  accountBuckets,
  deviceBuckets,
  identifierBuckets,
  isZipCodeSprayed,
  unknownDeviceBuckets,
} from './attempt-buckets.ts'
import { canonicaliseIdentifier } from './canonicalise-identifier.ts'
import { runAndLogOutcome } from './log-outcome.ts'
import { mailChallenge } from './mail-code.ts'
import { withMinimumResponseTime } from './minimum-response-time.ts'
import { countAttemptWithProof } from './proof-of-work.ts'
import { refuseSuspendedUser } from './refuse-suspended.ts'
import { isUnderAttack, logInSuspicionLevel } from './suspicion.ts'

/** Result of `logIn`: signed in, wrong credentials, or correct credentials that still need a mailed code. */
export type LogInResult =
  | ({ is: 'signed-in' } & OpenedSession)
  | { is: 'wrong' }
  | { is: 'challenged'; cookie: SetCookie; refusal: Problem }

/**
 * Logs in by username or e-mail address, and zip code or password. Checks limits first, then the secret, then the
 * device: a known device is signed in; for an unknown one, a code is mailed. `proof`: proof of work from the request.
 * @throws Problem 'too-many-attempts' and 'proof-required' before anything is verified, 'unavailable' when too many
 * log in at once, 'mail-unavailable' when the code cannot be sent, 'account-suspended'.
 */
export async function logIn(
  ctx: Context,
  browser: RequestCookies,
  form: LogInInput,
  proof?: unknown,
): Promise<LogInResult> {
  return withMinimumResponseTime(ctx, async () => {
    ctx.secrets.refuseWhenBusy()
    return runAndLogOutcome(
      ctx,
      'log-in',
      () => attemptLogIn(ctx, browser, form, proof),
      (result) => (result.is === 'signed-in' ? { outcome: result.is, user: result.user.id } : { outcome: result.is }),
    )
  })
}

/**
 * Returns false for empty or too long input: a username or address above 300 characters, a secret above 128. A valid
 * address has at most 254 characters (RFC 5321).
 */
const isPlausibleInput = ({ usernameOrEmail, zipcode }: LogInInput) =>
  usernameOrEmail.trim() !== '' &&
  zipcode.trim() !== '' &&
  usernameOrEmail.length <= 300 &&
  countPasswordCharacters(zipcode) <= passwordLength.most

async function attemptLogIn(
  ctx: Context,
  browser: RequestCookies,
  form: LogInInput,
  proof: unknown,
): Promise<LogInResult> {
  if (!isPlausibleInput(form)) return { is: 'wrong' }
  const identifier = canonicaliseIdentifier(form.usernameOrEmail)
  const zip = canonicaliseZipCode(form.zipcode)
  const device = await findKnownDevice(ctx, browser, identifier)
  const buckets = device ? deviceBuckets(device) : unknownDeviceBuckets(ctx, identifier, zip)
  if (device) await ctx.transaction(({ db }) => countAttempt(db, ctx.now, buckets, 'too-many-attempts'))
  else await countUnknownDeviceAttempt(ctx, { identifier, zip, buckets, proof })
  const account = await selectAccount(ctx.db, identifier, ctx.now)
  // The username and e-mail address of an account share this limit. Unknown ones count too, so that timing is the same.
  const sharedBuckets = device ? [] : accountBuckets(ctx, account?.id ?? identifier)
  const isWithinLimit = await tryCountAttempt(ctx, sharedBuckets)
  const uncountAttempt = () => subtractAttempt(ctx.db, isWithinLimit ? [...buckets, ...sharedBuckets] : buckets)
  // Above the limit, even the correct secret counts as wrong. A 429 would reveal that two names belong to one account.
  const match = await matchSecret(ctx.secrets, isWithinLimit ? account : undefined, form.zipcode).catch(
    async (error: unknown) => {
      await uncountAttempt() // The queue for hashing was full, so no secret was verified.
      throw error
    },
  )
  if (!account || match === 'none') return { is: 'wrong' }
  await uncountAttempt()
  await renewHash(ctx, account, form.zipcode, match)
  await refuseSuspendedUser(ctx.db, account.id)
  if (device || !ctx.mail.on) return completeLogIn(ctx, browser, account, device, form.timeZone)
  const { cookie, challengeId } = await mailChallenge(ctx, browser, account, {
    timeZone: form.timeZone,
    isSecretTyped: true,
  })
  const refusal = new Problem('verification-required', 'Type the code we sent to your email.', {
    challengeId,
    methods: ['email'],
  })
  return { is: 'challenged', cookie, refusal }
}

type UnknownDeviceAttempt = { identifier: string; zip: string; buckets: readonly RateLimitBucket[]; proof: unknown }

// Counts an attempt of an unknown device. Requires a proof of work in three cases: many log-ins fail on the whole site,
// this name is under attack, or many log-ins with this zip code failed, under any name.
async function countUnknownDeviceAttempt(ctx: Context, { identifier, zip, buckets, proof }: UnknownDeviceAttempt) {
  const siteLevel = await logInSuspicionLevel(ctx)
  const nameBuckets = ctx.config.suspicion ? identifierBuckets(ctx, identifier) : []
  const isGuessed = (counts: BucketCounts) => isUnderAttack(nameBuckets, counts) || isZipCodeSprayed(ctx, zip, counts)
  await countAttemptWithProof(ctx, {
    purpose: 'log-in',
    buckets,
    proof,
    level: (counts) => Math.max(siteLevel, Number(isGuessed(counts))),
  })
}

async function renewHash(ctx: Context, account: Account, typed: string, match: SecretMatch) {
  const hash = getSecretHash(account)
  if (!hash || (match === 'canonical' && !ctx.secrets.isOutdated(hash))) return
  try {
    await updateSecretHash(ctx.db, account.id, hash, await ctx.secrets.hash(canonicaliseSecret(account, typed)))
  } catch (error) {
    if (!(error instanceof Problem)) throw error // If the queue for hashing is full, the next log-in renews the hash.
  }
}

/** Returns the known device of this browser for this account. Forgets a device after too many failures in a day. */
async function findKnownDevice(ctx: Context, browser: RequestCookies, identifier: string): Promise<Buffer | undefined> {
  const tokens = deviceTokens(browser)
  const device = tokens.length > 0 ? await selectDevice(ctx.db, tokens.map(hashToken), identifier) : undefined
  if (!device) return undefined
  const [, dayBucket] = deviceBuckets(device.hash)
  if ((await remainingAttempts(ctx.db, ctx.now, dayBucket)) > 0) return device.hash
  await deleteDevice(ctx.db, device.hash)
  return undefined
}

class AccessReplacedError extends Error {}

/** @throws AccessReplaced when the account's secret was replaced or the device deleted since `account` was read */
async function requireUnchanged(ctx: Context, { db }: Pick<Tx, 'db'>, account: Account, device: Buffer | undefined) {
  const current = await selectAccountById(db, account.id, ctx.now)
  const isSame = getSecretHash(current) && current?.secretSetAt === account.secretSetAt
  if (!isSame || (device && !(await selectDeviceOf(db, device, account.id)))) throw new AccessReplacedError()
}

async function completeLogIn(
  ctx: Context,
  browser: RequestCookies,
  account: Account,
  device: Buffer | undefined,
  timeZone: string | undefined,
): Promise<LogInResult> {
  try {
    const opened = await openSession(ctx, browser, account, {
      device: device ?? 'remember',
      timeZone,
      first: async (tx) => {
        await requireUnchanged(ctx, tx, account, device)
        // The account was created while mail was on and its address was never proven; mail is off now.
        if (account.state === 'pending') await activateUser(tx, account.id)
      },
    })
    const offer = await createOfferCookies(ctx, opened.session, account)
    return { is: 'signed-in', ...opened, cookies: [...opened.cookies, ...offer] }
  } catch (error) {
    if (error instanceof AccessReplacedError || violatedUniqueConstraint(error) === 'users_email')
      return { is: 'wrong' }
    throw error
  }
}
