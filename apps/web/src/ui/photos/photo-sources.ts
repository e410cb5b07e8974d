import { listRenditions, type PhotoFiles, type PhotoFormat } from '@pawtrait/contract/photos/photo-renditions.ts'

/** Image as stored by the server: several widths, each in several formats. Photos in API responses have this type. */
export type PhotoImage = PhotoFiles & {
  /** Intrinsic size in px, to reserve the space for the image. */
  width: number
  height: number
  /** Thumbhash in base64, drawn until the image has loaded. Empty if the image has none. */
  placeholder: string
}

/**
 * Returns the `srcset` of a format; empty if there are no files. AVIF files exist only in the most used widths. For
 * other widths the `srcset` contains WebP files, which every browser with AVIF supports. Omits files wider than
 * `maxWidth`, but never the narrowest file.
 */
export function photoSrcSet(photo: PhotoFiles, format: PhotoFormat, maxWidth = Number.POSITIVE_INFINITY): string {
  const files = listRenditions(photo, format)
  if (files.length === 0) return ''
  const webpFiles = format === 'avif' ? listRenditions(photo, 'webp') : []
  return [...files, ...webpFiles.filter(({ width }) => !photo.avifWidths.includes(width))]
    .toSorted((a, b) => a.width - b.width)
    .filter(({ width }, i) => i === 0 || width <= maxWidth)
    .map(({ width, src }) => `${src} ${width}w`)
    .join(', ')
}
