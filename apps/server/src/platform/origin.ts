import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#app/config.ts'
import { isPrivateHost, unmapped } from './network.ts'
import { Problem } from './problem.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The operator's probes come by address, not by name. */
const anyHost = new Set(['/livez', '/readyz', '/metrics'])

function knownHost(host: string, config: Config): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  if (host === new URL(config.publicUrl).host) return true
  if (config.mode === 'lan') return isPrivateHost(name)
  return config.mode === 'local' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(name)
}

/** Same origin by what the browser says of itself; it cannot be forged by a page. */
function sameOrigin(request: FastifyRequest, config: Config): boolean {
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
  Object.keys(headers).some((name) => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-'))

/**
 * Refuses requests under foreign names (DNS rebinding) and changes asked for by other sites (CSRF).
 * A local run trusts whoever is on this machine, and has test money: what a proxy passes on comes from elsewhere,
 * whatever Host it writes.
 * @throws Problem 'unknown-host' or 'bad-origin'; 'forbidden' with LAN=1 to addresses from outside, in a local run to
 * what a proxy passed on.
 * @see security.md §3.1, §3.3
 */
export function guardOrigins(fastify: FastifyInstance, config: Config) {
  fastify.addHook('onRequest', async (request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (config.mode === 'lan' && !isPrivateHost(unmapped(request.ip)))
      throw new Problem('forbidden', 'This instance is for one home network.')
    if (config.mode === 'local' && !anyHost.has(path) && isPassedOn(request))
      throw new Problem(
        'forbidden',
        'A proxy passed this on to a local run. Set PUBLIC_URL to the address people type.',
      )
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
export function guardReading(request: FastifyRequest, config: Config) {
  const { origin, 'sec-fetch-site': site } = request.headers
  if ((site !== undefined || origin !== undefined) && !sameOrigin(request, config))
    throw new Problem('bad-origin', 'This was asked for by another site.')
}
