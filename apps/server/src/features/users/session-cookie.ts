import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '#app/config.ts'

/** A cookie's value and what is stored of it. */
export type Token = { value: string; hash: Buffer }

export const hashToken = (value: string) => createHash('sha256').update(value).digest()

/** 256 random bits. */
export function newToken(): Token {
  const value = randomBytes(32).toString('base64url')
  return { value, hash: hashToken(value) }
}

/** `__Host-` and Secure need https; on plain loopback or at home the name is plain (`security.md` §3.1). */
export const cookieName = (config: Pick<Config, 'mode'>, name: 'pt_sid' | 'pt_dev' | 'pt_chal') =>
  config.mode === 'production' ? `__Host-${name}` : name

export const cookieOptions = (config: Pick<Config, 'mode'>, maxAgeSeconds: number) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: config.mode === 'production',
    maxAge: maxAgeSeconds,
  }) as const
