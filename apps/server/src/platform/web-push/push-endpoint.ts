/**
 * Host names of push services. `*.` matches any subdomain. Google serves Chrome, Edge on Android, Opera, Brave and
 * Samsung Internet. Mozilla serves Firefox. Apple serves Safari. Microsoft serves Edge on Windows.
 */
const knownServices = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

const matchesService = (host: string, service: string) =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service

/**
 * Returns the URL of an endpoint at a known push service, or at a service in `added`. Returns undefined for other URLs.
 * Accepts only https on port 443 without credentials, because endpoints are user input and could contain any address.
 */
export function parsePushEndpoint(endpoint: string, added: readonly string[]): URL | undefined {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  return [...knownServices, ...added].some((service) => matchesService(url.hostname, service)) ? url : undefined
}
