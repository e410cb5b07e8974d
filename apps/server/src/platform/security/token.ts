import { createHash, randomBytes } from 'node:crypto'

/** A random secret for a cookie or a link, and its SHA-256 hash, which the database stores. */
export type Token = { value: string; hash: Buffer }

export const hashToken = (value: string) => createHash('sha256').update(value).digest()

export function newToken(): Token {
  const value = randomBytes(32).toString('base64url')
  return { value, hash: hashToken(value) }
}
