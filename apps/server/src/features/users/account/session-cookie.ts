import type { Config } from '#app/config/config.ts'
import type { Context } from '#platform/context.ts'
import type { HttpExchange } from '#platform/http/serve.ts'

/**
 * Names of the cookies. `pt_sid`: session; `pt_dev`: known devices; `pt_chal`: mailed code; `pt_sudo`: sudo mode;
 * `pt_offer`: passkey offer; `pt_stmt`: access of a suspended user to the statement of the decision.
 */
export type CookieName = 'pt_sid' | 'pt_dev' | 'pt_chal' | 'pt_sudo' | 'pt_offer' | 'pt_stmt'

/** Returns the full name of a cookie. `__Host-` needs https, so it is used in production only. */
export const cookieName = (config: Pick<Config, 'mode'>, name: CookieName) =>
  config.mode === 'production' ? `__Host-${name}` : name

export const cookieOptions = (config: Pick<Config, 'mode'>, maxAgeSeconds: number) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: config.mode === 'production',
    maxAge: maxAgeSeconds,
  }) as const

/** A cookie to set. A max age of 0 deletes the cookie. */
export type SetCookie = { name: CookieName; value: string; maxAgeSeconds: number }

export const clearCookie = (name: CookieName): SetCookie => ({ name, value: '', maxAgeSeconds: 0 })

// Cookies that are valid only together with the session cookie.
const sessionBoundCookies = ['pt_sudo', 'pt_offer'] as const

export const clearedSessionCookies: readonly SetCookie[] = [
  clearCookie('pt_sid'),
  ...sessionBoundCookies.map(clearCookie),
]

export const clearRequestCookies = (browser: RequestCookies): SetCookie[] => [
  clearCookie('pt_sid'),
  ...sessionBoundCookies.filter((name) => browser[name]).map(clearCookie),
]

export function setCookies({ config }: Context, { reply }: HttpExchange, cookies: readonly SetCookie[]): void {
  for (const { name, value, maxAgeSeconds } of cookies)
    reply.setCookie(cookieName(config, name), value, cookieOptions(config, maxAgeSeconds))
}

/** Values of the app's cookies in a request, keyed by cookie name. */
export type RequestCookies = { [K in CookieName]?: string | undefined }

// Members of a household may share a browser, so the device cookie contains one token per account.
const PEOPLE_PER_BROWSER = 5

/** Returns the tokens of a device cookie, at most five. */
export const deviceTokens = ({ pt_dev }: RequestCookies): string[] =>
  (pt_dev ?? '').split('.').filter(Boolean).slice(-PEOPLE_PER_BROWSER)

/** Returns the device cookie with these tokens added. Keeps the five newest tokens. */
export const deviceCookie = (browser: RequestCookies, added: readonly string[] = []): SetCookie => ({
  name: 'pt_dev',
  value: [...deviceTokens(browser), ...added].slice(-PEOPLE_PER_BROWSER).join('.'),
  maxAgeSeconds: 400 * 86_400, // Browsers store cookies for at most 400 days.
})
