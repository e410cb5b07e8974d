import { createHash, randomBytes } from 'node:crypto'

/** A secret given out in a cookie or a link, and its SHA-256, which is stored. */
export type Token = { value: string; hash: Buffer }

export const hashToken = (value: string) => createHash('sha256').update(value).digest()

/** 256 random bits. */
export function newToken(): Token {
  const value = randomBytes(32).toString('base64url')
  return { value, hash: hashToken(value) }
}
