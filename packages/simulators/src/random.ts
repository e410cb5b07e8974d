import { randomBytes } from 'node:crypto'

/** Returns random characters of `alphabet`, which must have at most 256 characters. */
export function generateRandomText(length: number, alphabet: string): string {
  return [...randomBytes(length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

export const digits = '0123456789'
export const lowercase = 'abcdefghijklmnopqrstuvwxyz'
export const uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
