import type { MailedChange } from '#features/sign-in/log-in/account-emails.ts'
import { selectPasskeys } from '#features/sign-in/passkeys/passkey-queries.ts'
import { deleteChallenges } from '#features/sign-in/queries.ts'
import { closeOtherSessions } from '#features/sign-in/sessions/end-session.ts'
import { lockOwnAccount } from '#features/sign-in/sessions/lock-own-account.ts'
import { insertDevice } from '#features/sign-in/sessions/session-queries.ts'
import {
  deviceCookie,
  deviceTokens,
  type RequestCookies,
  type SetCookie,
} from '#features/users/account/session-cookie.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, newToken } from '#platform/security/token.ts'
import { deleteDevices, type NewSecretHash, updateSecret } from './credential-queries.ts'
import { recordCredentialChange } from './record-credential-change.ts'
import { refuseGuessablePassword } from './refuse-guessable-password.ts'
import { requireZipCode } from './require-zip-code.ts'

/** Sets a password and deletes the zip code. @throws Problem 'validation-failed' for a guessable password */
export async function setPassword(ctx: UserContext, browser: RequestCookies, password: string): Promise<SetCookie[]> {
  await refuseGuessablePassword(ctx, password)
  const secret = { zipHash: null, passwordHash: await ctx.secrets.hash(password) }
  return replaceSecret(ctx, browser, { secret: () => secret, from: 'any', kind: 'password-set' })
}

/** Removes the password; requires a zip code if there is no passkey. @throws Problem 'conflict', 'validation-failed' */
export async function removePassword(
  ctx: UserContext,
  browser: RequestCookies,
  zipcode: string | undefined,
): Promise<SetCookie[]> {
  const typed = zipcode === undefined ? undefined : await ctx.secrets.hash(zipcode)
  return replaceSecret(ctx, browser, {
    secret: (passkeys) => ({ zipHash: passkeys > 0 ? null : requireZipCode(typed), passwordHash: null }),
    from: 'password',
    kind: 'password-removed',
  })
}

/** Changes the zip code. @throws Problem 'conflict' when a password or passkey has replaced it */
export async function changeZipCode(ctx: UserContext, browser: RequestCookies, zipcode: string): Promise<SetCookie[]> {
  const secret = { zipHash: await ctx.secrets.hash(zipcode), passwordHash: null }
  return replaceSecret(ctx, browser, { secret: () => secret, from: 'zip', kind: 'zip-code-changed' })
}

type Change = {
  /** Returns the new secret. `passkeys`: the account's number of passkeys. */
  secret: (passkeys: number) => NewSecretHash
  from: Parameters<typeof updateSecret>[3]
  kind: MailedChange
}

async function replaceSecret(
  ctx: UserContext,
  browser: RequestCookies,
  { secret, from, kind }: Change,
): Promise<SetCookie[]> {
  const cookies = await ctx.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx.db)
    const passkeys = await selectPasskeys(tx.db, ctx.viewer)
    if (!(await updateSecret(tx.db, ctx.viewer, secret(passkeys.length), from, ctx.now)))
      throw new Problem('conflict', from === 'zip' ? 'The zip code has been replaced.' : 'There is no password.')
    const deviceCookies = await logOutElsewhere(ctx, tx, browser)
    await recordCredentialChange(ctx, tx, kind)
    return deviceCookies
  })
  ctx.log.info(kind, { user: ctx.viewer, requestId: ctx.requestId })
  return cookies
}

/** Logs the viewer out of all other browsers. If this browser is a known device, it gets a new device token. */
export async function logOutElsewhere(ctx: UserContext, { db }: Pick<Tx, 'db'>, browser: RequestCookies) {
  const device = newToken()
  await closeOtherSessions(ctx, { db })
  await deleteChallenges(db, ctx.viewer)
  const wasKnown = await deleteDevices(db, ctx.viewer, deviceTokens(browser).map(hashToken))
  if (!wasKnown) return []
  await insertDevice(db, device.hash, ctx.viewer, ctx.now)
  return [deviceCookie(browser, [device.value])]
}
