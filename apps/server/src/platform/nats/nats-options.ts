import { hasScheme } from '#platform/settings.ts'

/** Options of the NATS client. All servers have the same credentials. The client ignores credentials in URLs. */
export type NatsOptions = {
  servers: string[]
  tls?: object
  user?: string
  pass?: string
  token?: string
}

const parts = ['protocol', 'username', 'password'] as const

/** Returns the credentials in `nats://user:password@host` or `nats://token@host`. */
function parseCredentials({ username, password }: URL): Pick<NatsOptions, 'user' | 'pass' | 'token'> {
  if (!username) return {}
  const name = decodeURIComponent(username)
  return password ? { user: name, pass: decodeURIComponent(password) } : { token: name }
}

const isNats = (url: URL | null) => hasScheme(url, 'nats', 'tls') && url?.hostname !== ''

/**
 * Returns a line for each URL that is invalid, or has another scheme, user or password than the first URL. The line
 * omits the URL, which may contain a password.
 */
export function findInvalidNatsUrls(urls: readonly string[]): string[] {
  const [first, ...others] = urls.map((url) => URL.parse(url))
  return [first, ...others].flatMap((url = null, at) => {
    if (!isNats(url)) return [`NATS_URL: URL ${at + 1} must begin with nats:// or tls://`]
    const isAlike = parts.every((part) => url?.[part] === first?.[part])
    return isAlike ? [] : [`NATS_URL: URL ${at + 1} must have the scheme, user and password of URL 1`]
  })
}

/** Returns the connection options for valid URLs. At least one URL is required. */
export function createNatsOptions(urls: readonly string[]): NatsOptions {
  const [first = new URL('nats://localhost'), ...others] = urls.map((url) => new URL(url))
  const servers = [first, ...others].map(({ host }) => host)
  return { servers, ...(hasScheme(first, 'tls') && { tls: {} }), ...parseCredentials(first) }
}
