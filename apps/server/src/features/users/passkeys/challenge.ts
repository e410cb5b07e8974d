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

const textOf = (answered: string) => Buffer.from(answered, 'base64url').toString()

/** Whether what came back, base64url, is a challenge of ours that has not run out. */
export function isOurs({ secrets, now }: Pick<Context, 'secrets' | 'now'>, what: ChallengeFor, answered: string) {
  const [random = '', end = '', mac = ''] = textOf(answered).split('.')
  return secrets.mac(purpose(what), `${random}.${end}`) === mac && Number(end) > now.getTime()
}

/** Takes a challenge for good. @throws Problem 'invalid-passkey' when it was answered before */
export async function useUp(db: Db, answered: string): Promise<void> {
  const [, end = ''] = textOf(answered).split('.')
  const hash = createHash('sha256').update(answered).digest()
  if (!(await insertUsedChallenge(db, hash, new Date(Number(end))))) throw invalidPasskey()
}
