import type { SessionId } from '@pawtrait/contract/ids.ts'
import { type Account, selectAccountById } from '#features/sign-in/queries.ts'
import type { Browser, SetCookie } from '#features/users/account/session-cookie.ts'
import type { Context, UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { CHALLENGE_MINUTES, newTicket, takeOnce, ticketEnd } from './challenge.ts'
import { relyingParty } from './relying-party.ts'

// Of that session and that password: with either of them it ends.
const purpose = (session: SessionId, passwordHash: string) => `passkey offer ${session} ${passwordHash}`

/**
 * The cookie by which a browser that has just sent the password may have a passkey made beside it; none after a zip
 * code, which a passkey would erase, nor where the site can have no passkeys.
 * @see docs/decisions/0056-a-passkey-is-offered-after-a-password.md
 */
export function offerCookies(
  ctx: Pick<Context, 'secrets' | 'now' | 'config'>,
  session: SessionId,
  { passwordHash }: Pick<Account, 'passwordHash'>,
): SetCookie[] {
  if (!passwordHash || !relyingParty(ctx.config)) return []
  const value = newTicket(ctx, purpose(session, passwordHash))
  return [{ name: 'pt_offer', value, maxAgeSeconds: CHALLENGE_MINUTES * 60 }]
}

const noOffer = () => new Problem('not-found', 'No passkey is offered here now.')

/** @throws Problem 'not-found' unless this browser has an offer that counts: until when it does */
export async function requireOffer(ctx: UserContext, db: Db, { pt_offer }: Browser): Promise<Date> {
  const account = pt_offer ? await selectAccountById(db, ctx.viewer, ctx.now) : undefined
  const endsAt =
    pt_offer && account?.passwordHash ? ticketEnd(ctx, purpose(ctx.session, account.passwordHash), pt_offer) : undefined
  if (!endsAt) throw noOffer()
  return endsAt
}

/** Takes the offer for good, while the account is held. @throws Problem 'not-found' when it was, or counts no more */
export async function takeOffer(ctx: UserContext, db: Db, browser: Browser): Promise<void> {
  const endsAt = await requireOffer(ctx, db, browser)
  if (!(await takeOnce(db, browser.pt_offer ?? '', endsAt))) throw noOffer()
}
