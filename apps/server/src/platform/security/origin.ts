import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#platform/problem.ts'
import type { Settings } from '#platform/settings.ts'
import { isLoopback, isLoopbackHost, isPrivateHost, unmapIpv4 } from './network.ts'

type OriginSettings = Pick<Settings, 'mode' | 'publicUrl' | 'trustedProxies'>

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Paths that accept any Host header, because the operator's probes use the IP address. */
const anyHostPaths = new Set(['/livez', '/readyz', '/metrics'])

/** Paths that accept forwarded requests in local and LAN mode, because the response contains only a status. */
const anyCallerPaths = new Set(['/livez', '/readyz'])

// Matches a host with an optional port, as browsers send it. Rejects text that `new URL` would change to another host.
const hostForm = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

const parseHostname = (host: string) => (hostForm.test(host) ? new URL(`http://${host}`).hostname : '')

export function isKnownHost(host: string, config: OriginSettings): boolean {
  if (host === new URL(config.publicUrl).host) return true
  if (config.mode === 'lan') return isPrivateHost(parseHostname(host))
  return config.mode === 'local' && isLoopbackHost(parseHostname(host))
}

// Refuses two Host headers, because a proxy may read one and this app the other. @throws Problem 'bad-request'
function refuseTwoHosts({ raw }: FastifyRequest) {
  const hosts = raw.rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host')
  if (hosts.length > 1) throw new Problem('bad-request', 'The request names its host twice.')
  // A request target must be a path, or `*` with OPTIONS. Only requests to a proxy contain a full URL.
  if (!raw.url?.startsWith('/') && raw.url !== '*') throw new Problem('bad-request', 'The address must be a path.')
}

/** Whether a request comes from a page of this app. Uses headers that a page of another site cannot forge. */
function isSameOrigin(request: FastifyRequest, config: OriginSettings): boolean {
  const { origin, host = '', 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (origin !== undefined)
    return (
      URL.canParse(origin) &&
      (origin === config.publicUrl || (config.mode !== 'production' && new URL(origin).host === host))
    )
  // Recent browsers send one of these headers. A request without them is accepted only if it has no cookie.
  return request.headers.cookie === undefined
}

/** Whether a proxy forwarded the request. Uses headers that only proxies set. */
const isForwarded = ({ headers }: FastifyRequest) =>
  Object.keys(headers).some(
    (name) => name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-'),
  )

/**
 * Whether the caller is on this machine and used one of its host names. False behind a proxy, and for requests with
 * another host name (DNS rebinding).
 */
export function isFromThisMachine(request: FastifyRequest, config: OriginSettings): boolean {
  const { ip, headers } = request
  const isDirect = config.trustedProxies.length === 0 && isLoopback(ip) && !isForwarded(request)
  return isDirect && (isLoopbackHost(parseHostname(headers.host ?? '')) || isKnownHost(headers.host ?? '', config))
}

// Refuses callers from outside the network that the mode permits. @throws Problem 'forbidden'
function refuseOutsideCallers(request: FastifyRequest, path: string, { mode }: OriginSettings) {
  if (mode === 'production') return
  if (mode === 'lan' && !isPrivateHost(unmapIpv4(request.ip)))
    throw new Problem('forbidden', 'This instance is for one home network.')
  if (!anyCallerPaths.has(path) && isForwarded(request))
    throw new Problem(
      'forbidden',
      mode === 'lan'
        ? 'A proxy passed this on to an instance for one home network.'
        : 'A proxy passed this on to a local run. Set PUBLIC_URL to the address people type.',
    )
}

/**
 * Refuses unknown or duplicate host names (DNS rebinding), and writes that other sites request (CSRF). Local mode
 * trusts this machine. LAN mode trusts its network. Both refuse forwarded requests, because those come from outside.
 * @throws Problem 'bad-request', 'unknown-host' or 'bad-origin'; 'forbidden' for callers from outside in LAN mode, and
 * for forwarded requests in LAN and local mode
 */
export function guardOrigins(fastify: FastifyInstance, config: OriginSettings) {
  fastify.addHook('onRequest', async (request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    refuseTwoHosts(request)
    refuseOutsideCallers(request, path, config)
    if (!anyHostPaths.has(path) && !isKnownHost(request.headers.host ?? '', config))
      throw new Problem('unknown-host', 'This address is not set up here.')
    if (!safeMethods.has(request.method) && !isSameOrigin(request, config))
      throw new Problem('bad-origin', 'This change was asked for by another site.')
  })
}

/** Refuses a read by a page of another site, for responses that only this app may read. @throws Problem 'bad-origin' */
export function refuseCrossSiteRead(request: FastifyRequest, config: OriginSettings) {
  const { origin, 'sec-fetch-site': site } = request.headers
  if ((site !== undefined || origin !== undefined) && !isSameOrigin(request, config))
    throw new Problem('bad-origin', 'This was asked for by another site.')
}
