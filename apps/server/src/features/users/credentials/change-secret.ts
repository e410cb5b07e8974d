import { deleteChallenges, insertDevice } from '#features/users/queries.ts'
import { closeOtherSessions } from '#features/users/sessions/end-session.ts'
import {
  type Browser,
  deviceCookie,
  deviceTokens,
  hashToken,
  newToken,
  type SetCookie,
} from '#features/users/sessions/session-cookie.ts'
import type { ToldChange } from '#features/users/sign-in/letters.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { noteAccountEvent } from './account-events.ts'
import { deleteDevices, type Secret, updateSecret } from './credential-queries.ts'
import { refuseGuessable } from './refuse-guessable.ts'

/**
 * Sets or changes the password. It replaces the zip code, whose hash is erased.
 * @throws Problem 'validation-failed' for one that is easily guessed
 */
export async function setPassword(ctx: UserContext, browser: Browser, password: string): Promise<SetCookie[]> {
  await refuseGuessable(ctx, password)
  const secret = { zipHash: null, passwordHash: await ctx.secrets.hash(password) }
  return replaceSecret(ctx, browser, { secret, from: 'any', kind: 'password-set' })
}

/** Goes back to a zip code. @throws Problem 'conflict' without a password */
export async function removePassword(ctx: UserContext, browser: Browser, zipcode: string): Promise<SetCookie[]> {
  const secret = { zipHash: await ctx.secrets.hash(zipcode), passwordHash: null }
  return replaceSecret(ctx, browser, { secret, from: 'password', kind: 'password-removed' })
}

/** Changes the zip code. @throws Problem 'conflict' when a password has replaced it */
export async function changeZipCode(ctx: UserContext, browser: Browser, zipcode: string): Promise<SetCookie[]> {
  const secret = { zipHash: await ctx.secrets.hash(zipcode), passwordHash: null }
  return replaceSecret(ctx, browser, { secret, from: 'zip', kind: 'zip-code-changed' })
}

type Change = { secret: Secret; from: Parameters<typeof updateSecret>[3]; kind: ToldChange }

/** All other browsers are logged out and known no more; this one is known anew if it was. The holder gets a letter. */
async function replaceSecret(ctx: UserContext, browser: Browser, { secret, from, kind }: Change): Promise<SetCookie[]> {
  const device = newToken()
  const isKnown = await ctx.transaction(async ({ db, job }) => {
    if (!(await updateSecret(db, ctx.viewer, secret, from, ctx.now)))
      throw new Problem('conflict', from === 'zip' ? 'A password has replaced the zip code.' : 'There is no password.')
    await closeOtherSessions(ctx, { db })
    await deleteChallenges(db, ctx.viewer)
    const wasKnown = await deleteDevices(db, ctx.viewer, deviceTokens(browser).map(hashToken))
    if (wasKnown) await insertDevice(db, device.hash, ctx.viewer, ctx.now)
    await noteAccountEvent(ctx, db, ctx.viewer, kind)
    await job('mail-account-changed', { user: ctx.viewer, kind })
    return wasKnown
  })
  ctx.log.info(kind, { user: ctx.viewer, requestId: ctx.requestId })
  return isKnown ? [deviceCookie(browser, [device.value])] : []
}
