import { type PhotoFiles, type PhotoFormat, renditions } from '@pawtrait/contract/photos/photo-renditions.ts'

/** A picture as the server stores it: several widths, each in several formats. The contract's photo is one. */
export type PhotoImage = PhotoFiles & {
  /** Size in px, for the space it takes before it is there. */
  width: number
  height: number
  /** ThumbHash in base64, drawn until the picture is there; empty for none. */
  placeholder: string
}

/**
 * The files for browsers that know a format, as in `<img srcset>`; empty where none stands in it. AVIF is made in the
 * widths that are mostly looked at: in the others they are offered WebP, which they know too.
 */
export function sourcesOf(photo: PhotoFiles, format: PhotoFormat): string {
  const files = renditions(photo, format)
  if (files.length === 0) return ''
  const others = format === 'avif' ? renditions(photo, 'webp') : []
  return [...files, ...others.filter(({ width }) => !photo.avifWidths.includes(width))]
    .toSorted((a, b) => a.width - b.width)
    .map(({ width, src }) => `${src} ${width}w`)
    .join(', ')
}
