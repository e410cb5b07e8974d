import { createHash, randomBytes } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db.ts'
import { Problem } from '#platform/problem.ts'
import { insertUsedChallenge } from './passkey-queries.ts'

const MINUTES = 5 // security.md §2.2

/** What a challenge is answered for: adding a passkey to that account, or proving to have one. */
export type ChallengeFor = { add: UserId } | 'proof'

const purpose = (what: ChallengeFor) => (what === 'proof' ? 'passkey proof' : `passkey of ${what.add}`)

/** One sentence for every way it can fail: which one it was helps only who guesses. */
export const invalidPasskey = () => new Problem('invalid-passkey', 'That passkey does not fit. Try again.')

/**
 * A challenge that any node recognises for five minutes. Nothing is stored until it is answered, so whoever asks for
 * thousands fills no table.
 */
export function newChallenge({ secrets, now }: Pick<Context, 'secrets' | 'now'>, what: ChallengeFor): string {
  const text = `${randomBytes(16).toString('base64url')}.${now.getTime() + MINUTES * 60_000}`
  return `${text}.${secrets.mac(purpose(what), text)}`
}

/** A challenge of ours that a browser has answered: as it came back, base64url, and when it runs out. */
export type Answered = { challenge: string; endsAt: Date }

/**
 * The challenge that a browser says it has answered. What it says is proven only by the signature.
 * @throws Problem 'invalid-passkey' unless it is one of ours for this and has not run out
 */
export function answeredChallenge(ctx: Pick<Context, 'secrets' | 'now'>, what: ChallengeFor, clientData: string) {
  const challenge = challengeIn(Buffer.from(clientData, 'base64url').toString())
  const [random = '', end = '', mac = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
  const endsAt = new Date(Number(end))
  const isOurs = ctx.secrets.mac(purpose(what), `${random}.${end}`) === mac
  if (!isOurs || endsAt <= ctx.now) throw invalidPasskey()
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
  const hash = createHash('sha256').update(challenge).digest()
  if (!(await insertUsedChallenge(db, hash, endsAt))) throw invalidPasskey()
}
