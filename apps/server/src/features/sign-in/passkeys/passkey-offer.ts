import type { SessionId } from '@pawtrait/contract/ids.ts'
import { type Account, selectAccountById } from '#features/sign-in/queries.ts'
import type { Browser, SetCookie } from '#features/users/account/session-cookie.ts'
import type { Context, UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { CHALLENGE_MINUTES, markChallengeUsed, newTicket, ticketExpiry } from './challenge.ts'
import { relyingParty } from './relying-party.ts'

// Bound to session and password: the offer ends when either changes.
const purpose = (session: SessionId, passwordHash: string) => `passkey offer ${session} ${passwordHash}`

/**
 * Returns the offer cookie for a browser that has just sent the password, so that it may create a passkey. Returns
 * none after a zip code, which a passkey would erase, and none where the site cannot have passkeys.
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
