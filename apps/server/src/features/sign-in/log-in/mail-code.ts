import { randomInt, timingSafeEqual } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import {
  type Account,
  deleteChallengeByHash,
  deleteChallengesBefore,
  insertChallenge,
  selectAccount,
  selectAccountById,
  selectChallengeAccount,
  updateChallengeCode,
} from '#features/sign-in/queries.ts'
import { type RequestCookies, type SetCookie } from '#features/users/account/session-cookie.ts'
import { lockAndCheckUndeleted } from '#features/users/account/soft-delete.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import type { Message } from '#platform/mail/mail.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt, subtractAttempt, tryCountAttempt } from '#platform/security/throttle.ts'
import { hashToken, newToken } from '#platform/security/token.ts'
import { resolveTimeZone } from '#platform/text/time-zone.ts'
import { createAccountExistsEmail, createCodeEmail } from './account-emails.ts'
import { codeBuckets, codeRequestBuckets, computeIdentifierMac } from './attempt-buckets.ts'
import { canonicaliseIdentifier } from './canonicalise-identifier.ts'

export const CODE_MINUTES = 10
export const CODE_TRIES = 5
const DIGITS = 8

export const generateMailCode = () => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')

/**
 * Returns the MAC, keyed with the pepper, that the database stores instead of a code. The MAC covers the challenge id,
 * so it matches in no other challenge.
 */
export const computeCodeMac = (ctx: Pick<Context, 'secrets'>, challenge: string, code: string) =>
  Buffer.from(ctx.secrets.mac(`code ${challenge}`, code))

/** Returns whether the typed text is the code of a challenge, ignoring spaces. */
export function isCorrectCode(
  ctx: Pick<Context, 'secrets'>,
  challenge: string,
  typed: string,
  stored: Buffer,
): boolean {
  const mac = computeCodeMac(ctx, challenge, typed.replace(/\s/g, ''))
  return mac.length === stored.length && timingSafeEqual(mac, stored)
}

export const invalidCodeProblem = (triesLeft = 0) =>
  new Problem(
    'invalid-code',
    triesLeft > 0 ? 'That code is not right.' : 'This code no longer works. Ask for a new one.',
    {
      triesLeft,
    },
  )

export const codeExpiredProblem = () => new Problem('code-expired', 'That code has expired. Ask for a new one.')

export const codeReplacedProblem = () =>
  new Problem('code-replaced', 'That code was used, or a newer one was asked for. Use the newest.')

/**
 * Sends an e-mail with a code that the account's limits already count. On failure, subtracts the code from the limits.
 * @throws Problem 'mail-unavailable'
 */
export async function sendCountedCode(ctx: Context, account: UserId, send: () => Promise<void>): Promise<void> {
  await send().catch(async (error: unknown) => {
    await subtractAttempt(ctx.db, codeBuckets(account))
    ctx.log.error('mail', error, { requestId: ctx.requestId })
    throw new Problem('mail-unavailable', 'We could not send the code. Try again in a moment.')
  })
}

/** Replaces the browser's challenge by a new one with a random code, which is not sent. Returns its id and cookie. */
async function newChallenge(
  ctx: Context,
  db: Db,
  browser: RequestCookies,
  account: Account | undefined,
  timeZone: string | undefined,
) {
  const id = newId<string>(ctx.now)
  const token = newToken()
  if (browser.pt_chal) await deleteChallengeByHash(db, hashToken(browser.pt_chal))
  await insertChallenge(db, {
    id,
    hash: token.hash,
    userId: account?.id ?? null,
    codeHash: computeCodeMac(ctx, id, generateMailCode()),
    triesLeft: CODE_TRIES,
    timeZone: timeZone && resolveTimeZone(timeZone) ? timeZone : null,
    expiresAt: new Date(ctx.now.getTime() + CODE_MINUTES * 60_000),
  })
  const cookie: SetCookie = { name: 'pt_chal', value: token.value, maxAgeSeconds: CODE_MINUTES * 60 }
  return { id, cookie }
}

/**
 * Sets and sends a new code for the challenge; earlier codes of the account become invalid. Locks the user while it
 * reads the e-mail address. `undoEmailChange` takes the same lock, so an address that was just undone gets no code.
 */
async function sendCode(ctx: Context, challenge: string, { id }: Pick<Account, 'id'>, isSecretTyped: boolean) {
  const code = generateMailCode()
  const account = await ctx.transaction(async ({ db }) => {
    await lockAndCheckUndeleted(db, id)
    await updateChallengeCode(db, challenge, computeCodeMac(ctx, challenge, code))
    await deleteChallengesBefore(db, id, challenge)
    return selectChallengeAccount(db, challenge, ctx.now)
  })
  if (!account) return
  const typed = isSecretTyped ? (account.passwordHash ? ('password' as const) : ('zip code' as const)) : null
  await ctx.mail.send(
    account.isDuplicate
      ? await writeAccountExistsEmail(ctx, account.email)
      : createCodeEmail(ctx.config, account, { code, typed }),
  )
}

export async function writeAccountExistsEmail(ctx: Context, email: string): Promise<Message> {
  const holder = await selectAccount(ctx.db, canonicaliseIdentifier(email), ctx.now)
  return createAccountExistsEmail(ctx.config, email, holder?.username)
}

/**
 * Mails a code after a correct secret in an unknown browser, or for sudo mode. Returns the challenge and its cookie.
 * @throws Problem 'mail-unavailable'; 'too-many-codes' above the account's limit: the previous code stays valid. This
 *   error reveals that the account exists, but only to users who know its secret.
 */
export async function mailChallenge(
  ctx: Context,
  browser: RequestCookies,
  account: Account,
  { timeZone, isSecretTyped }: { timeZone?: string | undefined; isSecretTyped: boolean },
): Promise<{ challengeId: string; cookie: SetCookie }> {
  const { id, cookie } = await ctx.transaction(async ({ db }) => {
    await countAttempt(db, ctx.now, codeBuckets(account.id), 'too-many-codes')
    return newChallenge(ctx, db, browser, account, timeZone)
  })
  await sendCountedCode(ctx, account.id, () => sendCode(ctx, id, account, isSecretTyped))
  return { challengeId: id, cookie }
}

/**
 * Requests a mailed code without a zip code or password, for users who are locked out. The response does not reveal
 * whether the account exists: requests are counted per typed name, and a job creates and sends the code.
 * @throws Problem 'too-many-codes'; the previous code stays valid.
 */
export async function requestCode(
  ctx: Context,
  browser: RequestCookies,
  form: { usernameOrEmail: string; timeZone?: string | undefined },
): Promise<SetCookie> {
  const identifier = canonicaliseIdentifier(form.usernameOrEmail)
  const name = computeIdentifierMac(ctx, identifier)
  return ctx.transaction(async ({ db, job }) => {
    await countAttempt(db, ctx.now, codeRequestBuckets(ctx, name), 'too-many-codes')
    const account = await selectAccount(db, identifier, ctx.now)
    const { id, cookie } = await newChallenge(ctx, db, browser, account, form.timeZone)
    await job('mail-code', { challenge: id, name })
    return cookie
  })
}

/** Subtracts a correctly typed code from the counts, because the limits apply only to unused codes. */
export async function subtractUsedCode(ctx: Context, db: Db, account: UserId): Promise<void> {
  const holder = await selectAccountById(db, account, ctx.now)
  const names = holder ? [holder.username, canonicaliseIdentifier(holder.email)] : []
  await subtractAttempt(db, [account, ...names.map((name) => computeIdentifierMac(ctx, name))].flatMap(codeBuckets))
}

/**
 * Creates and mails the code of `requestCode`. `name`: the MAC of the typed name. Does nothing for an unknown name, or
 * above the limit.
 * @throws the mail server's error, so that the job is retried; the code that was not sent no longer counts
 */
export async function mailRequestedCode(ctx: Context, { challenge, name }: { challenge: string; name: string }) {
  const account = await selectChallengeAccount(ctx.db, challenge, ctx.now)
  if (!account || !(await tryCountAttempt(ctx, codeBuckets(account.id)))) return
  await sendCode(ctx, challenge, account, false).catch(async (error: unknown) => {
    await subtractAttempt(ctx.db, [...codeBuckets(account.id), ...codeBuckets(name)])
    throw error
  })
}
