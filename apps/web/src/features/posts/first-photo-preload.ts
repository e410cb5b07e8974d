import type { Post } from '@pawtrait/contract/posts.ts'
import { feedImageSizes, postPageImageSizes } from '#features/media/photo-sizes.ts'
import type { PageHead } from '#shell/page.ts'
import { photoSrcSet } from '#ui/photos/photo-sources.ts'

// Image formats in the order of the sources in `<picture>`. Every supported browser can decode AVIF.
const formats = [
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
] as const

/** Returns `PageHead.firstPhoto`, which preloads a post's first photo. Empty until the photo's files exist. */
export function firstPhotoPreload(
  post: Post | null | undefined,
  place: 'card' | 'page',
  sidebar: boolean,
): Pick<PageHead, 'firstPhoto'> {
  const photo = post?.photos[0]
  if (!photo) return {}
  const sizes = place === 'card' ? feedImageSizes(photo, photo) : postPageImageSizes(photo, photo, sidebar)
  for (const [format, type] of formats) {
    const srcSet = photoSrcSet(photo, format)
    if (srcSet) return { firstPhoto: { type, srcSet, sizes } }
  }
  return {}
}
