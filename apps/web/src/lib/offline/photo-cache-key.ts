/** Name of the cache with the photos of the stored posts. */
export const PHOTOS_CACHE = 'photos'

/** Returns the key of a photo in the cache. The key is the same for all widths, formats and signatures of the photo. */
export const getPhotoCacheKey = (url: string): string => {
  const { pathname } = new URL(url, self.location.href)
  return pathname.slice(0, pathname.lastIndexOf('/'))
}
