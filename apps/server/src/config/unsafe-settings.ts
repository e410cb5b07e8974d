import { BlockList, isIP } from 'node:net'
import { isLoopbackHost, isPrivateHost } from '#platform/security/network.ts'
import { hasScheme } from '#platform/settings.ts'

/** Settings that decide who can reach this instance, and what it trusts. */
export type AccessSettings = {
  PUBLIC_URL?: string | undefined
  DATA_DIR?: string | undefined
  DATABASE_URL: string
  SMTP_URL: string
  MAIL: string
  MAIL_FROM: string
  PEPPER_FILE: string
  TRUSTED_PROXIES: string
  METRICS_TOKEN: string
  ZIP_ONLY_SIGNIN: string
  NODE_ENV: string
}

/** Returns the addresses and networks in `TRUSTED_PROXIES`. The value "none" gives an empty list. */
export const parseTrustedProxies = ({ TRUSTED_PROXIES: listed }: Pick<AccessSettings, 'TRUSTED_PROXIES'>): string[] =>
  listed === 'none'
    ? []
    : listed
        .split(',')
        .map((proxy) => proxy.trim())
        .filter(Boolean)

// Names that @fastify/proxy-addr defines for loopback and private networks.
const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal'])

// Shortest network prefixes that are accepted: 10.0.0.0/8 and fc00::/7 are the largest private networks.
const WIDEST = { ipv4: 8, ipv6: 7 } as const

// IPv4-mapped IPv6 networks. Their addresses also match IPv4 clients (RFC 4291 §2.5.5.2).
const MAPPED = { network: '::ffff:0:0', bits: 96 } as const

function containsAddress(network: string, bits: number, address: string): boolean {
  const list = new BlockList()
  list.addSubnet(network, bits, 'ipv6')
  return list.check(address, 'ipv6')
}

/** Whether a network is larger than any private network. Such a network includes machines of strangers. */
function isTooWide(address: string, bits: number): boolean {
  if (isIP(address) === 4) return bits < WIDEST.ipv4
  if (bits > MAPPED.bits && containsAddress(MAPPED.network, MAPPED.bits, address))
    return bits < MAPPED.bits + WIDEST.ipv4
  return bits < WIDEST.ipv6 || containsAddress(address, bits, MAPPED.network)
}

function findProxyFault(proxy: string): string[] {
  if (namedNetworks.has(proxy)) return []
  const [address = '', prefix, ...rest] = proxy.split('/')
  const maxBits = isIP(address) === 4 ? 32 : 128
  const bits = prefix === undefined ? maxBits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0 || !(bits <= maxBits))
    return [`TRUSTED_PROXIES: ${proxy} is neither an address nor a network such as 10.0.0.0/8`]
  return isTooWide(address, bits)
    ? [`TRUSTED_PROXIES: ${proxy} trusts any sender of X-Forwarded-For: list only your proxies`]
    : []
}

// 192 random bits are 32 characters in base64. A shorter token may be a word that can be guessed.
const SHORTEST_TOKEN = 32

function findMailFault({ SMTP_URL }: AccessSettings): string[] {
  if (!SMTP_URL) return []
  const url = URL.parse(SMTP_URL)
  if (!url?.hostname || !hasScheme(url, 'smtp', 'smtps'))
    return ['SMTP_URL must be smtps://user:password@host, or smtp:// with ?requireTLS=true']
  const isClear = url.protocol === 'smtp:' && url.searchParams.get('requireTLS') !== 'true'
  if (!isClear || !url.password || isLoopbackHost(url.hostname)) return []
  return ['SMTP_URL would send its password unencrypted: use smtps://, or add ?requireTLS=true']
}

/** Returns an error line for each setting that is unsafe in any mode. */
export function findUnsafeSettings(env: AccessSettings): string[] {
  const wrong = [...parseTrustedProxies(env).flatMap(findProxyFault), ...findMailFault(env)]
  if (env.METRICS_TOKEN && env.METRICS_TOKEN.length < SHORTEST_TOKEN)
    wrong.push(`METRICS_TOKEN must have at least ${SHORTEST_TOKEN} characters: openssl rand -base64 32 creates one`)
  return wrong
}

/** Domain of the sender's mail address. Replies and bounces go to this domain. */
const senderDomain = (from: string) => /@([^@<>\s]+?)\.?>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? 'localhost'

const isUnusableDomain = (domain: string) => /(^|\.)(localhost|localdomain|invalid)$|^\[|^[\d.]+$/.test(domain)

/** Returns an error line for each missing setting that production requires. */
export function findMissingSettings(env: AccessSettings): string[] {
  const missing: string[] = []
  if (!env.PUBLIC_URL?.startsWith('https://')) missing.push('PUBLIC_URL must be the https address that people use')
  if (!env.SMTP_URL && env.ZIP_ONLY_SIGNIN !== 'i-understand')
    missing.push(
      'SMTP_URL is missing: without mail, a zip code is enough to log in (accept it: ZIP_ONLY_SIGNIN=i-understand)',
    )
  if (env.SMTP_URL && isUnusableDomain(senderDomain(env.MAIL_FROM)))
    missing.push('MAIL_FROM must be an address of your own domain: mail from localhost is refused or lost')
  if (!env.PEPPER_FILE) missing.push('PEPPER_FILE must name a file with 32 secret bytes')
  if (!env.TRUSTED_PROXIES) missing.push('TRUSTED_PROXIES must list your proxies, or "none"')
  if (!env.DATABASE_URL && !env.DATA_DIR) missing.push('DATABASE_URL or DATA_DIR must be set')
  if (env.MAIL === 'dev') missing.push('MAIL=dev is for a local run only')
  return missing
}

/** Returns an error line for each setting that contradicts `LAN=1`. */
export function findLanConflicts(env: AccessSettings): string[] {
  const wrong: string[] = []
  if (env.NODE_ENV === 'production')
    wrong.push('NODE_ENV=production and LAN=1 contradict each other: unset one of them')
  if (env.PUBLIC_URL !== undefined && !isPrivateHost(new URL(env.PUBLIC_URL).hostname))
    wrong.push('PUBLIC_URL must be an address of the home network, or not set')
  if (parseTrustedProxies(env).length > 0) wrong.push('TRUSTED_PROXIES must not be set: a home instance has no proxy')
  return wrong
}
