import { createContext, use } from 'react'
import { DATA_SAVING_WIDTH, DataSavingContext } from './data-saving.ts'
import { type PhotoImage, photoSrcSet } from './photo-sources.ts'

/** Image for a preload link: type, `srcset` and `sizes` of its best format. */
export type ImagePreload = { type: string; srcSet: string; sizes: string }

/** Function that the server calls with each photo above the fold while it renders a page. Null in the browser. */
export const PreloadContext = createContext<((image: ImagePreload) => void) | null>(null)

/** On the server, adds a photo above the fold to the photos that the document preloads. Does nothing in the browser. */
export function usePhotoPreload(photo: PhotoImage, sizes: string, isAboveFold: boolean): void {
  const preload = use(PreloadContext)
  const maxWidth = use(DataSavingContext) ? DATA_SAVING_WIDTH : undefined
  if (!preload || !isAboveFold || photo.widths.length === 0) return
  // Browsers without AVIF ignore the link and load the photo in another format.
  const format = photo.avifWidths.length > 0 ? 'avif' : 'webp'
  preload({ type: `image/${format}`, srcSet: photoSrcSet(photo, format, maxWidth), sizes })
}
