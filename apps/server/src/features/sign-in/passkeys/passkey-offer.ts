import type { SessionId } from '@pawtrait/contract/ids.ts'
import { type Account, selectAccountById } from '#features/sign-in/queries.ts'
import type { Browser, SetCookie } from '#features/users/account/session-cookie.ts'
import type { Context, UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { CHALLENGE_MINUTES, markChallengeUsed, newTicket, ticketExpiry } from './challenge.ts'
import { relyingParty } from './relying-party.ts'

// Signed for the session and the password: a new session or password invalidates the offer.
const purpose = (session: SessionId, passwordHash: string) => `passkey offer ${session} ${passwordHash}`

/**
 * Returns a cookie that allows a browser to add a passkey just after a log-in with a password. Returns none after a
 * log-in with a zip code, which a passkey would erase, or on a site without a domain name.
 * @see docs/decisions/0056-a-passkey-is-offered-after-a-password.md
 */
export function createOfferCookies(
  ctx: Pick<Context, 'secrets' | 'now' | 'config'>,
  session: SessionId,
  { passwordHash }: Pick<Account, 'passwordHash'>,
): SetCookie[] {
  if (!passwordHash || !relyingParty(ctx.config)) return []
  const value = newTicket(ctx, purpose(session, passwordHash))
  return [{ name: 'pt_offer', value, maxAgeSeconds: CHALLENGE_MINUTES * 60 }]
}

const noOffer = () => new Problem('not-found', 'No passkey is offered here now.')

/** Returns the expiry of this browser's offer. @throws Problem 'not-found' without a valid offer */
export async function requireOffer(ctx: UserContext, db: Db, { pt_offer }: Browser): Promise<Date> {
  const account = pt_offer ? await selectAccountById(db, ctx.viewer, ctx.now) : undefined
  const endsAt =
    pt_offer && account?.passwordHash
      ? ticketExpiry(ctx, purpose(ctx.session, account.passwordHash), pt_offer)
      : undefined
  if (!endsAt) throw noOffer()
  return endsAt
}

/** Uses up the offer; the caller has locked the account. @throws Problem 'not-found' when it was used or is invalid */
export async function consumeOffer(ctx: UserContext, db: Db, browser: Browser): Promise<void> {
  const endsAt = await requireOffer(ctx, db, browser)
  if (!(await markChallengeUsed(db, browser.pt_offer ?? '', endsAt))) throw noOffer()
}
