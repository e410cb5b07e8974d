import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#platform/problem.ts'
import type { Settings } from '#platform/settings.ts'
import { isLoopback, isLoopbackHost, isPrivateHost, unmapped } from './network.ts'

type OriginSettings = Pick<Settings, 'mode' | 'publicUrl' | 'trustedProxies'>

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The operator's probes come by address, not by name. */
const anyHost = new Set(['/livez', '/readyz', '/metrics'])

/** What says no more than a status: a load balancer may ask it for a local run too. */
const anyCaller = new Set(['/livez', '/readyz'])

// A name or address and perhaps a port, as browsers write it: nothing that a URL reads otherwise than it looks.
const hostForm = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

const nameOf = (host: string) => (hostForm.test(host) ? new URL(`http://${host}`).hostname : '')

/** Whether a host in an address, with its port, is this instance. */
export function knownHost(host: string, config: OriginSettings): boolean {
  if (host === new URL(config.publicUrl).host) return true
  if (config.mode === 'lan') return isPrivateHost(nameOf(host))
  return config.mode === 'local' && isLoopbackHost(nameOf(host))
}

/**
 * One address, one name: with a second Host, or another name before the path, proxies and we might read different ones.
 * @throws Problem 'bad-request'.
 */
function refuseTwoNames({ raw }: FastifyRequest) {
  const hosts = raw.rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host')
  if (hosts.length > 1) throw new Problem('bad-request', 'The request names its host twice.')
  // OPTIONS may ask about the server as a whole; everything else starts with a slash unless a proxy is meant.
  if (!raw.url?.startsWith('/') && raw.url !== '*') throw new Problem('bad-request', 'The address must be a path.')
}

/** Same origin by what the browser says of itself; it cannot be forged by a page. */
function sameOrigin(request: FastifyRequest, config: OriginSettings): boolean {
  const { origin, host = '', 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (origin !== undefined)
    return (
      URL.canParse(origin) &&
      (origin === config.publicUrl || (config.mode !== 'production' && new URL(origin).host === host))
    )
  // Neither header: no browser of the last years. Such a caller may act, but not with somebody's cookie.
  return request.headers.cookie === undefined
}

/** Only proxies write these; a caller on this machine comes without. */
const isPassedOn = ({ headers }: FastifyRequest) =>
  Object.keys(headers).some(
    (name) => name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-'),
  )

/** Whether somebody on this machine asks, by its own name: no proxy, and no page that had its name point here. */
export function isFromThisMachine(request: FastifyRequest, config: OriginSettings): boolean {
  const { ip, headers } = request
  const direct = config.trustedProxies.length === 0 && isLoopback(ip) && !isPassedOn(request)
  return direct && (isLoopbackHost(nameOf(headers.host ?? '')) || knownHost(headers.host ?? '', config))
}

/** @throws Problem 'forbidden' for what comes from elsewhere than this mode is for. */
function refuseStrangers(request: FastifyRequest, path: string, { mode }: OriginSettings) {
  if (mode === 'production') return
  if (mode === 'lan' && !isPrivateHost(unmapped(request.ip)))
    throw new Problem('forbidden', 'This instance is for one home network.')
  if (!anyCaller.has(path) && isPassedOn(request))
    throw new Problem(
      'forbidden',
      mode === 'lan'
        ? 'A proxy passed this on to an instance for one home network.'
        : 'A proxy passed this on to a local run. Set PUBLIC_URL to the address people type.',
    )
}

/**
 * Refuses requests under foreign or doubled names (DNS rebinding) and changes asked for by other sites (CSRF).
 * A local run trusts whoever is on this machine, and has test money; a home trusts its network: what a proxy passes on
 * comes from elsewhere, whatever Host it writes.
 * @throws Problem 'bad-request', 'unknown-host' or 'bad-origin'; 'forbidden' with LAN=1 to addresses from outside, and
 * there and in a local run to what a proxy passed on.
 * @see security.md §3.1, §3.3
 */
export function guardOrigins(fastify: FastifyInstance, config: OriginSettings) {
  fastify.addHook('onRequest', async (request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    refuseTwoNames(request)
    refuseStrangers(request, path, config)
    if (!anyHost.has(path) && !knownHost(request.headers.host ?? '', config))
      throw new Problem('unknown-host', 'This server does not answer under that name.')
    if (!safe.has(request.method) && !sameOrigin(request, config))
      throw new Problem('bad-origin', 'This change was asked for by another site.')
  })
}

/**
 * Refuses reading by another site, for answers that must not leave this origin though they change nothing.
 * @throws Problem 'bad-origin'.
 */
export function guardReading(request: FastifyRequest, config: OriginSettings) {
  const { origin, 'sec-fetch-site': site } = request.headers
  if ((site !== undefined || origin !== undefined) && !sameOrigin(request, config))
    throw new Problem('bad-origin', 'This was asked for by another site.')
}
