import { createHash, randomBytes } from 'node:crypto'
import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { insertUsedChallenge } from './passkey-queries.ts'

export const CHALLENGE_MINUTES = 5

/**
 * Purpose of a challenge. `add`: to add a passkey to this account. `offeredTo`: to add the passkey offered in this
 * session. `proof`: to prove an existing passkey.
 */
export type ChallengePurpose = { add: UserId } | { offeredTo: SessionId } | 'proof'

function formatPurpose(what: ChallengePurpose): string {
  if (what === 'proof') return 'passkey proof'
  return 'add' in what ? `passkey of ${what.add}` : `passkey offered to ${what.offeredTo}`
}

type SigningContext = Pick<Context, 'secrets' | 'now'>

/** Refusal of a passkey. The text does not contain the cause, which would help only attackers. */
export const invalidPasskeyProblem = () => new Problem('invalid-passkey', 'That passkey did not work. Try again.')

/** Returns a signed challenge. Nothing is stored until it is answered, so requests for challenges fill no table. */
export const createPasskeyChallenge = (ctx: SigningContext, what: ChallengePurpose): string =>
  createTicket(ctx, formatPurpose(what))

/** Returns a signed ticket with a random number. Every server accepts it for five minutes, for one purpose. */
export function createTicket({ secrets, now }: SigningContext, usedFor: string): string {
  const text = `${randomBytes(16).toString('base64url')}.${now.getTime() + CHALLENGE_MINUTES * 60_000}`
  return `${text}.${secrets.mac(usedFor, text)}`
}

/** Returns the expiry of a ticket; undefined when it has expired, is forged or has another purpose. */
export function readTicketExpiry({ secrets, now }: SigningContext, usedFor: string, ticket: string): Date | undefined {
  const [random = '', end = ''] = ticket.split('.')
  const text = `${random}.${end}`
  const endsAt = new Date(Number(end))
  // Compares the whole text. Otherwise a used ticket with an appended part would count as an unused ticket.
  return ticket === `${text}.${secrets.mac(usedFor, text)}` && endsAt > now ? endsAt : undefined
}

export type SolvedChallenge = { challenge: string; endsAt: Date }

/**
 * Returns the challenge in WebAuthn client data. The caller must still verify that a passkey signed the data.
 * @throws Problem 'invalid-passkey' unless this server issued the challenge for this purpose and it has not expired
 */
export function readAnsweredChallenge(ctx: SigningContext, what: ChallengePurpose, clientData: string) {
  const challenge = extractChallenge(Buffer.from(clientData, 'base64url').toString())
  const endsAt = readTicketExpiry(ctx, formatPurpose(what), Buffer.from(challenge, 'base64url').toString())
  if (!endsAt) throw invalidPasskeyProblem()
  return { challenge, endsAt } satisfies SolvedChallenge
}

function extractChallenge(clientData: string): string {
  try {
    const { challenge } = JSON.parse(clientData) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return '' // Client data that is not JSON was not created by a browser.
  }
}

/** Uses up a challenge. @throws Problem 'invalid-passkey' when it was used before */
export async function consumeChallenge(db: Db, { challenge, endsAt }: SolvedChallenge): Promise<void> {
  if (!(await markChallengeUsed(db, challenge, endsAt))) throw invalidPasskeyProblem()
}

/** Marks a ticket or challenge as used; returns whether that is the first use. Concurrent calls wait for each other. */
export async function markChallengeUsed(db: Db, ticket: string, endsAt: Date): Promise<boolean> {
  const hash = createHash('sha256').update(ticket).digest()
  return (await insertUsedChallenge(db, hash, endsAt)) !== undefined
}
