import { paths } from '@pawtrait/contract/paths.ts'
import { recordAccountEvent } from '#features/sign-in/credentials/account-events.ts'
import { updateSecret } from '#features/sign-in/credentials/credential-queries.ts'
import { deletePasskeys } from '#features/sign-in/passkeys/passkey-queries.ts'
import { selectAccount, selectAccountById } from '#features/sign-in/queries.ts'
import { deleteRecoveryCodes } from '#features/sign-in/recovery-codes/recovery-code-queries.ts'
import { insertDevice } from '#features/sign-in/sessions/session-queries.ts'
import { endAllAccess } from '#features/users/account/end-access.ts'
import { deviceCookie, type RequestCookies, type SetCookie } from '#features/users/account/session-cookie.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deleteAttempts } from '#platform/security/throttle.ts'
import { hashToken, newToken } from '#platform/security/token.ts'
import { accountBuckets, identifierBuckets } from './attempt-buckets.ts'
import { insertResetLink, markResetLinkUsed, selectResetLink } from './reset-link-queries.ts'

const LINK_MS = 60 * 60_000 // one hour

const linkExpiredProblem = () => new Problem('link-expired', 'This link was used or has expired. Ask for a new one.')

/** Creates the operator's one-time link for a user who cannot log in. @throws Problem 'not-found' */
export async function createResetLink(
  ctx: Pick<Context, 'db' | 'now' | 'config' | 'log'>,
  identifier: string,
): Promise<string> {
  const account = await selectAccount(ctx.db, identifier.toLowerCase(), ctx.now)
  if (!account) throw new Problem('not-found', `There is no account with the username or email "${identifier}".`)
  const token = newToken()
  await insertResetLink(ctx.db, token.hash, account.id, new Date(ctx.now.getTime() + LINK_MS))
  ctx.log.info('reset-link-made', { user: account.id })
  return `${ctx.config.publicUrl}${paths.resetSignIn}#${token.value}`
}

async function requireLinkAccount(ctx: Context, hash: Buffer) {
  const link = await selectResetLink(ctx.db, hash, ctx.now)
  const account = link && (await selectAccountById(ctx.db, link.userId, ctx.now))
  if (!account) throw linkExpiredProblem()
  return account
}

/** Returns the username of a link, which stays valid. @throws Problem 'link-expired' if it is used, old or unknown */
export const checkResetLink = async (ctx: Context, token: string) => ({
  username: (await requireLinkAccount(ctx, hashToken(token))).username,
})

/**
 * Sets a new zip code by a one-time link. Deletes all other credentials, and ends all sessions and known devices. This
 * browser becomes a known device, so that a user without their mailbox needs no mailed code.
 * @throws Problem 'link-expired' when the link was used, is older than an hour, or is unknown.
 */
export async function resetSignIn(
  ctx: Context,
  browser: RequestCookies,
  form: { token: string; zipcode: string },
): Promise<{ username: string; cookies: SetCookie[] }> {
  const hash = hashToken(form.token)
  const account = await requireLinkAccount(ctx, hash)
  const zipHash = await ctx.secrets.hash(form.zipcode)
  // A pending account gets no known device: its next log-in must still prove the e-mail address by a mailed code.
  const device = account.state === 'active' ? newToken() : undefined
  await ctx.transaction(async ({ db, job }) => {
    const [used] = await markResetLinkUsed(db, hash, ctx.now)
    if (!used) throw linkExpiredProblem()
    await updateSecret(db, account.id, { zipHash, passwordHash: null }, 'any', ctx.now)
    await deletePasskeys(db, account.id)
    await deleteRecoveryCodes(db, account.id)
    await recordAccountEvent(ctx, db, account.id, 'sign-in-reset')
    await endAllAccess(ctx, { db }, account.id)
    if (device) await insertDevice(db, device.hash, account.id, ctx.now)
    const names = [account.username, account.email.toLowerCase()]
    const buckets = [...names.flatMap((name) => identifierBuckets(ctx, name)), ...accountBuckets(ctx, account.id)]
    await deleteAttempts(db, buckets)
    await job('mail-account-changed', { user: account.id, kind: 'sign-in-reset' })
  })
  ctx.log.info('sign-in-reset', { user: account.id })
  return { username: account.username, cookies: device ? [deviceCookie(browser, [device.value])] : [] }
}
