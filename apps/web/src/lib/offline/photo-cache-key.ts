/** Name of the cache with the photos of the stored posts. */
export const PHOTOS_CACHE = 'photos'

/** Returns the key of a photo in the cache, the same for all its widths, formats and signatures. */
export const photoCacheKey = (url: string): string => {
  const { pathname } = new URL(url, self.location.href)
  return pathname.slice(0, pathname.lastIndexOf('/'))
}
