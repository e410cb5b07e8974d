import { hasScheme } from '#platform/settings.ts'

/**
 * Options of the client: it takes no names or passwords out of addresses, and knows one of each for all servers.
 */
export type NatsAccess = {
  servers: string[]
  /** A server without TLS is refused where this is. */
  tls?: object
  user?: string
  pass?: string
  token?: string
}

const parts = ['protocol', 'username', 'password'] as const

/** `nats://user:password@host`, `nats://token@host`, or nobody. */
function credentialsOf({ username, password }: URL): Pick<NatsAccess, 'user' | 'pass' | 'token'> {
  if (!username) return {}
  const name = decodeURIComponent(username)
  return password ? { user: name, pass: decodeURIComponent(password) } : { token: name }
}

const isNats = (url: URL | null) => hasScheme(url, 'nats', 'tls') && url?.hostname !== ''

/** What is wrong with a list of addresses: a line for each that is, without the address, which may hold a password. */
export function wrongNatsUrls(urls: readonly string[]): string[] {
  const [first, ...others] = urls.map((url) => URL.parse(url))
  return [first, ...others].flatMap((url = null, at) => {
    if (!isNats(url)) return [`NATS_URL: number ${at + 1} does not begin with nats:// or tls://`]
    const isAlike = parts.every((part) => url?.[part] === first?.[part])
    return isAlike ? [] : [`NATS_URL: number ${at + 1} has another scheme, user or password than the first`]
  })
}

/** Of addresses in which nothing is wrong, one at least. */
export function natsAccess(urls: readonly string[]): NatsAccess {
  const [first = new URL('nats://localhost'), ...others] = urls.map((url) => new URL(url))
  const servers = [first, ...others].map(({ host }) => host)
  return { servers, ...(hasScheme(first, 'tls') && { tls: {} }), ...credentialsOf(first) }
}
