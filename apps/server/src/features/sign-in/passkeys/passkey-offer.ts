import type { SessionId } from '@pawtrait/contract/ids.ts'
import { getSecretHash } from '#features/sign-in/credentials/check-secret.ts'
import { type Account, markPasskeyOffered, selectAccountById } from '#features/sign-in/queries.ts'
import type { RequestCookies, SetCookie } from '#features/users/account/session-cookie.ts'
import type { Context, UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { CHALLENGE_MINUTES, createTicket, markChallengeUsed, readTicketExpiry } from './challenge.ts'
import { findRelyingParty } from './relying-party.ts'

// The offer is signed for session and secret, so a new session, password or zip code invalidates it.
const formatPurpose = (session: SessionId, hash: string) => `passkey offer ${session} ${hash}`

/**
 * Returns a cookie that allows a browser to add a passkey. The offer is made just after a log-in with a password, or
 * after the first log-in with a zip code. Returns no cookie on a site without a domain name.
 * @see docs/decisions/0056-a-passkey-is-offered-after-a-password.md
 */
export async function createOfferCookies(
  ctx: Pick<Context, 'db' | 'secrets' | 'now' | 'config'>,
  session: SessionId,
  account: Account,
): Promise<SetCookie[]> {
  const hash = getSecretHash(account)
  if (!hash || !findRelyingParty(ctx.config)) return []
  if (!account.passwordHash && (account.wasOfferedPasskey || !(await markPasskeyOffered(ctx.db, account.id, ctx.now))))
    return []
  const value = createTicket(ctx, formatPurpose(session, hash))
  return [{ name: 'pt_offer', value, maxAgeSeconds: CHALLENGE_MINUTES * 60 }]
}

const noOfferProblem = () => new Problem('not-found', 'No passkey is offered here now.')

/** Returns the account and the expiry of this browser's passkey offer; undefined if the browser has no valid offer. */
export async function readOffer(ctx: UserContext, db: Db, { pt_offer }: RequestCookies) {
  const account = pt_offer ? await selectAccountById(db, ctx.viewer, ctx.now) : undefined
  const hash = getSecretHash(account)
  const endsAt = pt_offer && hash ? readTicketExpiry(ctx, formatPurpose(ctx.session, hash), pt_offer) : undefined
  return account && endsAt && { account, endsAt }
}

/**
 * Returns the account and the expiry of this browser's passkey offer.
 * @throws Problem 'not-found' if the browser has no valid offer
 */
export async function requireOffer(ctx: UserContext, db: Db, browser: RequestCookies) {
  const offer = await readOffer(ctx, db, browser)
  if (!offer) throw noOfferProblem()
  return offer
}

/** Uses up the offer; the caller has locked the account. @throws Problem 'not-found' when it was used or is invalid */
export async function consumeOffer(ctx: UserContext, db: Db, browser: RequestCookies): Promise<void> {
  const { endsAt } = await requireOffer(ctx, db, browser)
  if (!(await markChallengeUsed(db, browser.pt_offer ?? '', endsAt))) throw noOfferProblem()
}
