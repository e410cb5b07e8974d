import type { Post } from '@pawtrait/contract/posts.ts'
import { cardSizes, pageSizes } from '#features/media/photo-sizes.ts'
import type { PageHead } from '#shell/page.ts'
import { photoSrcSet } from '#ui/photos/photo-sources.ts'

// Formats in the order of `<picture>`. Every supported browser knows the first.
const formats = [
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
] as const

/** Returns the first photo of a page for `Head.firstPhoto`; undefined while it is being rendered. */
export function firstPhoto(
  post: Post | null | undefined,
  place: 'card' | 'page',
  sidebar: boolean,
): Pick<PageHead, 'firstPhoto'> {
  const photo = post?.photos[0]
  if (!photo) return {}
  const sizes = place === 'card' ? cardSizes(photo, photo) : pageSizes(photo, photo, sidebar)
  for (const [format, type] of formats) {
    const srcSet = photoSrcSet(photo, format)
    if (srcSet) return { firstPhoto: { type, srcSet, sizes } }
  }
  return {}
}
