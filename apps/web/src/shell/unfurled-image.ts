import { renditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { PhotoImage } from '#ui/photos/photo-sources.ts'
import type { Head } from './page.ts'

// What unfurls a link wants one size, and 1080 px stands for every photo that is that wide.
const UNFURLED_PX = 1080

/** A photo as a JPEG, for whoever unfurls the link of a page; nothing while it is being made. */
export function unfurledImage(
  photo: Omit<PhotoImage, 'placeholder'>,
  alt: string,
  publicUrl: string,
): Pick<Head, 'image'> {
  const jpeg = renditions(photo, 'jpg').findLast(({ width }) => width <= UNFURLED_PX)
  if (!jpeg) return {}
  const height = Math.round((jpeg.width * photo.height) / photo.width)
  return { image: { url: new URL(jpeg.src, publicUrl).href, width: jpeg.width, height, alt } }
}
