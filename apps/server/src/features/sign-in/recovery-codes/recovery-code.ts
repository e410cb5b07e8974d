import { randomInt } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'

// Crockford's base 32: no I, L, O and U, which are misread on paper. Ten letters are 50 bits.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

/** Not one of those that count, or used up: which of them helps only who guesses. */
export const wrongRecoveryCode = () => new Problem('invalid-code', 'That code is not right.')

/** A fresh code as it is shown: `7K2QD-M0XRB`. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** What is typed for a code: case, spaces and hyphens do not count, nor which of the look-alikes it was. */
export const canonicalCode = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** What is stored of a code: useless without the pepper, and only good for its user. */
export const recoveryCodeHash = ({ secrets }: Pick<Context, 'secrets'>, user: UserId, typed: string) =>
  Buffer.from(secrets.mac(`recovery code of ${user}`, canonicalCode(typed)))
