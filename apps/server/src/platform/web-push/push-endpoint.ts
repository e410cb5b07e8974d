/**
 * Host names of push services. `*.` matches any subdomain. Google: Chrome, Edge on Android, Opera, Brave, Samsung
 * Internet. Mozilla: Firefox. Apple: Safari. Microsoft: Edge on Windows.
 */
const knownServices = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

/** Maximum length of an endpoint. The known services use about 600 characters at most. */
const MAX_ENDPOINT_LENGTH = 1_000

const matches = (host: string, service: string) =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service

/**
 * Returns the URL of an endpoint at a known push service or at one in `added`, otherwise undefined. Accepts only https
 * on port 443 without credentials, because endpoints are user input and could name any address.
 */
export function parsePushEndpoint(endpoint: string, added: readonly string[]): URL | undefined {
  if (endpoint.length > MAX_ENDPOINT_LENGTH) return undefined
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  return [...knownServices, ...added].some((service) => matches(url.hostname, service)) ? url : undefined
}
