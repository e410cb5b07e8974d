import type { NewPasskeyCredential } from '@pawtrait/contract/sign-in/passkeys.ts'
import { clearCookie, type RequestCookies } from '#features/users/account/session-cookie.ts'
import type { UserContext } from '#platform/context.ts'
import { type AddedPasskey, buildCreationOptions, storePasskey } from './add-passkey.ts'
import { consumeOffer, requireOffer } from './passkey-offer.ts'

/**
 * Returns creation options for a passkey that is offered after a log-in with a password or a zip code.
 * @throws Problem 'not-found' if the browser has no valid offer; 'conflict' in the cases of `buildCreationOptions`
 */
export async function createOfferedPasskeyOptions(ctx: UserContext, browser: RequestCookies) {
  await requireOffer(ctx, ctx.db, browser)
  return buildCreationOptions(ctx, { offeredTo: ctx.session })
}

/**
 * Stores an offered passkey. With a password, the browser shows no prompt, so user presence is not required (WebAuthn
 * level 3 §5.1.3, mediation `conditional`). A zip code is erased, so the user must agree in a prompt.
 * @throws Problem 'not-found' if the browser has no valid offer, or the offer was used; also the Problems of
 * `storePasskey`
 */
export async function storeOfferedPasskey(
  ctx: UserContext,
  browser: RequestCookies,
  credential: NewPasskeyCredential,
): Promise<AddedPasskey> {
  const { account } = await requireOffer(ctx, ctx.db, browser)
  const { passkey, cookies } = await storePasskey(ctx, browser, {
    credential,
    what: { offeredTo: ctx.session },
    requiresUserPresence: !account.passwordHash,
    first: ({ db }) => consumeOffer(ctx, db, browser),
  })
  return { passkey, cookies: [...cookies, clearCookie('pt_offer')] }
}
