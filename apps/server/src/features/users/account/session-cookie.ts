import type { Config } from '#app/config/config.ts'
import type { Context } from '#platform/context.ts'
import type { Http } from '#platform/http/serve.ts'

/**
 * Session, known devices, a code that is waited for, the right to change how one logs in, the right to have a passkey
 * made beside the password that was just sent, and to read why one cannot log in.
 */
export type CookieWord = 'pt_sid' | 'pt_dev' | 'pt_chal' | 'pt_sudo' | 'pt_offer' | 'pt_stmt'

/** `__Host-` and Secure need https; on plain loopback or at home the name is plain (`security.md` §3.1). */
export const cookieName = (config: Pick<Config, 'mode'>, name: CookieWord) =>
  config.mode === 'production' ? `__Host-${name}` : name

export const cookieOptions = (config: Pick<Config, 'mode'>, maxAgeSeconds: number) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: config.mode === 'production',
    maxAge: maxAgeSeconds,
  }) as const

/** A cookie to set; with an age of 0 it is taken away. */
export type SetCookie = { name: CookieWord; value: string; maxAgeSeconds: number }

export const clearCookie = (name: CookieWord): SetCookie => ({ name, value: '', maxAgeSeconds: 0 })

// They are good for nothing without the session.
const ofSession = ['pt_sudo', 'pt_offer'] as const

/** What a browser forgets whose session is over, whoever ended it. */
export const endedSession: readonly SetCookie[] = [clearCookie('pt_sid'), ...ofSession.map(clearCookie)]

/** The same, but for what it has not got. */
export const endedHere = (browser: Browser): SetCookie[] => [
  clearCookie('pt_sid'),
  ...ofSession.filter((name) => browser[name]).map(clearCookie),
]

/** Puts cookies on an answer. */
export function setCookies({ config }: Context, { reply }: Http, cookies: readonly SetCookie[]): void {
  for (const { name, value, maxAgeSeconds } of cookies)
    reply.setCookie(cookieName(config, name), value, cookieOptions(config, maxAgeSeconds))
}

/** What a browser brings along, by the values of our cookies. */
export type Browser = { [K in CookieWord]?: string | undefined }

// Several people of a household may share a browser: each has a token of their own in its device cookie.
const PEOPLE_PER_BROWSER = 5

/** The tokens of a device cookie, at most five. */
export const deviceTokens = ({ pt_dev }: Browser): string[] =>
  (pt_dev ?? '').split('.').filter(Boolean).slice(-PEOPLE_PER_BROWSER)

/** A device cookie that holds one more token. */
export const deviceCookie = (browser: Browser, added: readonly string[] = []): SetCookie => ({
  name: 'pt_dev',
  value: [...deviceTokens(browser), ...added].slice(-PEOPLE_PER_BROWSER).join('.'),
  maxAgeSeconds: 400 * 86_400, // the most a browser keeps
})
