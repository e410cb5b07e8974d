import { listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { PhotoImage } from '#ui/photos/photo-sources.ts'
import type { PageHead } from './page-loader.ts'

// Largest width of link previews in px. Photos 1081 to 1200 px wide have no file of 1080 px, so their preview is
// smaller.
const UNFURLED_PX = 1080

/** Returns a JPEG of the photo as the `image` of a page's head; an empty object while the photo is being processed. */
export function createLinkPreviewImage(
  photo: Omit<PhotoImage, 'placeholder'>,
  alt: string,
  publicUrl: string,
): Pick<PageHead, 'image'> {
  const jpeg = listRenditions(photo, 'jpg').findLast(({ width }) => width <= UNFURLED_PX)
  if (!jpeg) return {}
  const height = Math.round((jpeg.width * photo.height) / photo.width)
  return { image: { url: new URL(jpeg.src, publicUrl).href, width: jpeg.width, height, alt } }
}
