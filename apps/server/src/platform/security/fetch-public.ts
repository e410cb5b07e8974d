import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { resolveAddresses } from './resolve-addresses.ts'

const MAX_REDIRECTS = 3

/** Access to the internet. Tests inject their own DNS and their own connections. */
export type NetworkAccess = {
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>
  mayReach: (address: string) => boolean
  request: (url: URL, options: RequestOptions) => ReturnType<typeof httpsRequest>
}

// Special IPv4 ranges, from https://www.iana.org/assignments/iana-ipv4-special-registry
const specialV4Ranges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
// Special IPv6 ranges within 2000::/3, from https://www.iana.org/assignments/iana-ipv6-special-registry
const specialV6Ranges = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const specialRanges = new BlockList()
for (const [net, prefix] of specialV4Ranges) specialRanges.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of specialV6Ranges) specialRanges.addSubnet(net, prefix, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an address is on the public internet. False for IPv6 addresses that contain an IPv4 address
 * (`::ffff:10.0.0.1`, `64:ff9b::`, 6to4, Teredo), because they would bypass the list of IPv4 ranges.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialRanges.check(address, 'ipv4')
  return (
    family === 6 &&
    !address.includes('%') &&
    globalUnicast.check(address, 'ipv6') &&
    !specialRanges.check(address, 'ipv6')
  )
}

export const nodeNetworkAccess: NetworkAccess = {
  resolve: resolveAddresses,
  mayReach: isPublicAddress,
  request: httpsRequest,
}

/** The URL was refused, or returned no file. Users must not see the reason, because it reveals the server's network. */
export class FetchRefused extends Error {}

/** Returns an address of the host. @throws FetchRefused if any of its addresses is not public; Error if it has none */
async function resolvePublicAddress(host: string, signal: AbortSignal, reach: NetworkAccess): Promise<string> {
  const name = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(name) ? [name] : await reach.resolve(name, signal)
  const [first] = addresses
  if (first === undefined) throw new Error('no address')
  if (!addresses.every(reach.mayReach)) throw new FetchRefused('a closed address')
  return first
}

/** Whether any address of a host is not public. False for a host without an address, or if DNS does not respond. */
export const hasNonPublicAddress = (host: string, signal: AbortSignal, reach: NetworkAccess): Promise<boolean> =>
  resolvePublicAddress(host, signal, reach).then(
    () => false,
    (error: unknown) => error instanceof FetchRefused,
  )

/**
 * Returns a `lookup` function for pooled connections. It resolves the host when a connection opens, and fails with
 * FetchRefused if an address is not public. Node does not call it when the host is an IP address, so the caller must
 * check such a host.
 */
export const createPublicLookup =
  (signal: AbortSignal, reach: NetworkAccess): LookupFunction =>
  (host, { all }, done) => {
    const resolveAndAnswer = async () => {
      try {
        answerLookup(await resolvePublicAddress(host, signal, reach), all, done)
      } catch (error) {
        done(error instanceof Error ? error : new Error('no address'), '', 0)
      }
    }
    void resolveAndAnswer()
  }

function answerLookup(address: string, all: boolean | undefined, done: Parameters<LookupFunction>[2]) {
  const family = isIP(address)
  if (all) done(null, [{ address, family }])
  else done(null, address, family)
}

/**
 * Fetches a file over https. Resolves each host once, also after redirects, and connects to the address that it has
 * checked. This prevents DNS rebinding. Sends no cookies and no referrer. The caller reads the body, or destroys it to
 * close the connection. `signal` aborts at any point.
 * @throws FetchRefused
 */
export async function fetchPublicFile(
  from: string,
  signal: AbortSignal,
  reach = nodeNetworkAccess,
): Promise<IncomingMessage> {
  let url = parsePlainUrl(from)
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const answer = await sendRequest(url, await resolvePublicAddress(url.hostname, signal, reach), signal, reach)
      const status = answer.statusCode ?? 0
      if (status === 200) return answer
      answer.destroy()
      if (status < 300 || status > 399 || !answer.headers.location) throw new FetchRefused(`status ${status}`)
      url = parsePlainUrl(answer.headers.location, url)
    }
  } catch (error) {
    if (error instanceof FetchRefused) throw error
    throw new FetchRefused('no answer', { cause: error })
  }
  throw new FetchRefused('too many redirects')
}

function parsePlainUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!url || !isPlain) throw new FetchRefused('not a plain https address')
  return url
}

function sendRequest(url: URL, address: string, signal: AbortSignal, reach: NetworkAccess): Promise<IncomingMessage> {
  // Returns the checked address, without another lookup. Node does not call `lookup` for IP addresses.
  const lookup: LookupFunction = (_host, { all }, done) => answerLookup(address, all, done)
  return new Promise((resolve, reject) => {
    const headers = { accept: 'image/*', 'user-agent': 'Pawtrait' }
    const request = reach.request(url, { agent: false, lookup, headers, signal })
    request.once('response', resolve)
    request.once('error', reject)
    request.end()
  })
}
