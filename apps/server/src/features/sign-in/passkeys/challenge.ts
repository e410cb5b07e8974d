import { createHash, randomBytes } from 'node:crypto'
import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { insertUsedChallenge } from './passkey-queries.ts'

/** How long a challenge counts. security.md §2.2 */
export const CHALLENGE_MINUTES = 5

/** What a challenge is answered for: adding a passkey to that account, or to that session's; or proving to have one. */
export type ChallengeFor = { add: UserId } | { offeredTo: SessionId } | 'proof'

function purpose(what: ChallengeFor): string {
  if (what === 'proof') return 'passkey proof'
  return 'add' in what ? `passkey of ${what.add}` : `passkey offered to ${what.offeredTo}`
}

type Signing = Pick<Context, 'secrets' | 'now'>

/** One sentence for every way it can fail: which one it was helps only who guesses. */
export const invalidPasskey = () => new Problem('invalid-passkey', 'That passkey does not fit. Try again.')

/**
 * A challenge that any node recognises for five minutes. Nothing is stored until it is answered, so whoever asks for
 * thousands fills no table.
 */
export const newChallenge = (ctx: Signing, what: ChallengeFor): string => newTicket(ctx, purpose(what))

/** A random number and its end, signed for one purpose: any node recognises it for five minutes, and stores nothing. */
export function newTicket({ secrets, now }: Signing, usedFor: string): string {
  const text = `${randomBytes(16).toString('base64url')}.${now.getTime() + CHALLENGE_MINUTES * 60_000}`
  return `${text}.${secrets.mac(usedFor, text)}`
}

/** When it runs out; nothing when it has, or is no ticket of ours for this. */
export function ticketEnd({ secrets, now }: Signing, usedFor: string, ticket: string): Date | undefined {
  const [random = '', end = ''] = ticket.split('.')
  const text = `${random}.${end}`
  const endsAt = new Date(Number(end))
  // The whole of it: what were the same ticket with something behind it could be taken once more.
  return ticket === `${text}.${secrets.mac(usedFor, text)}` && endsAt > now ? endsAt : undefined
}

/** A challenge of ours that a browser has answered: as it came back, base64url, and when it runs out. */
export type Answered = { challenge: string; endsAt: Date }

/**
 * The challenge that a browser says it has answered. What it says is proven only by the signature.
 * @throws Problem 'invalid-passkey' unless it is one of ours for this and has not run out
 */
export function answeredChallenge(ctx: Signing, what: ChallengeFor, clientData: string) {
  const challenge = challengeIn(Buffer.from(clientData, 'base64url').toString())
  const endsAt = ticketEnd(ctx, purpose(what), Buffer.from(challenge, 'base64url').toString())
  if (!endsAt) throw invalidPasskey()
  return { challenge, endsAt } satisfies Answered
}

function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(clientData) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return '' // of nobody's making
  }
}

/** Takes a challenge for good. @throws Problem 'invalid-passkey' when it was answered before */
export async function useUp(db: Db, { challenge, endsAt }: Answered): Promise<void> {
  if (!(await takeOnce(db, challenge, endsAt))) throw invalidPasskey()
}

/** Whether what was given out is taken for the first time; one of two at once waits for the other. */
export async function takeOnce(db: Db, given: string, endsAt: Date): Promise<boolean> {
  const hash = createHash('sha256').update(given).digest()
  return (await insertUsedChallenge(db, hash, endsAt)) !== undefined
}
