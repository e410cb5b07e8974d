import { getPhotoCacheKey, PHOTOS_CACHE } from '#lib/offline/photo-cache-key.ts'

// Time in ms to wait for the network. After this time the stored photo is used, which may be smaller.
const NETWORK_WAIT_MS = 1000

export const isPhotoRequest = ({ url, destination }: Request) =>
  destination === 'image' && new URL(url).pathname.startsWith('/media/')

/** Returns a photo from the network, or the stored photo if the network does not respond. */
export async function handlePhotoRequest(request: Request): Promise<Response> {
  const stored = await (await caches.open(PHOTOS_CACHE)).match(getPhotoCacheKey(request.url))
  if (!stored) return fetch(request)
  const fallback = new Promise<Response>((resolve) => setTimeout(() => resolve(stored), NETWORK_WAIT_MS))
  return Promise.race([fetch(request).catch(() => stored), fallback])
}
