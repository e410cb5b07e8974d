import { randomInt } from 'node:crypto'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'

// Crockford's base 32: without I, L, O and U, which are misread on paper. Ten characters are 50 bits.
const CODE_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 10

/** Refusal of an unknown or used code. One text for both, because the difference would help only attackers. */
export const wrongRecoveryCodeProblem = () => new Problem('invalid-code', 'That code is not right.')

/** Returns a new code in the form shown to users: `7K2QD-M0XRB`. */
export function generateRecoveryCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('')
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`
}

/** Returns the canonical form of a typed code: ignores case, spaces and hyphens, and unifies look-alike characters. */
export const canonicaliseCode = (typedCode: string) =>
  typedCode
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** Returns the stored form of a code: a MAC with the pepper, bound to its user. */
export const hashRecoveryCode = ({ secrets }: Pick<Context, 'secrets'>, user: UserId, typedCode: string) =>
  Buffer.from(secrets.mac(`recovery code of ${user}`, canonicaliseCode(typedCode)))
