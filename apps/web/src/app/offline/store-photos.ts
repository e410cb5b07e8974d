import { listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { getPhotoCacheKey, PHOTOS_CACHE } from '#lib/offline/photo-cache-key.ts'

const WIDTH = 640
const MAX_BYTES = 50 * 1024 ** 2

/** Returns the URLs of a post's photos in the stored size, of the author's picture and of the pets' portraits. */
function photoUrls({ photos, author, pets }: Post): string[] {
  const sizedPhotos = photos.flatMap((photo) => {
    // Prefers AVIF, because the browser has often loaded the AVIF file for the feed already.
    const avif = listRenditions(photo, 'avif').find(({ width }) => width === WIDTH)
    const files = listRenditions(photo, 'webp')
    return avif ?? files.find(({ width }) => width >= WIDTH) ?? files.at(-1) ?? []
  })
  return [...sizedPhotos.map(({ src }) => src), author.image, ...pets.map(({ portrait }) => portrait)].filter(
    (url): url is string => typeof url === 'string',
  )
}

const readSize = (response: Response | undefined) => Number(response?.headers.get('content-length') ?? 0)

/**
 * Stores the photos of these posts in order, until their total size exceeds 50 MB. Deletes stored photos of all other
 * posts.
 */
export async function storePhotos(posts: readonly Post[]): Promise<void> {
  const cache = await caches.open(PHOTOS_CACHE)
  const urlsByKey = new Map(posts.flatMap(photoUrls).map((url) => [getPhotoCacheKey(url), url]))
  for (const request of await cache.keys()) {
    if (!urlsByKey.has(new URL(request.url).pathname)) await cache.delete(request)
  }
  let bytes = 0
  for (const [key, url] of urlsByKey) {
    if (bytes > MAX_BYTES) return
    const stored = await cache.match(key)
    if (!stored) {
      const response = await fetch(url, { priority: 'low' })
      if (response.ok) await cache.put(key, response.clone())
      bytes += readSize(response)
    } else bytes += readSize(stored)
  }
}
