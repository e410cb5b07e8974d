/** Formats of served photos. The preferred format comes first. All browsers support the last one. */
export const photoFormats = ['avif', 'webp', 'jpg'] as const
export type PhotoFormat = (typeof photoFormats)[number]

/**
 * Files of a photo: the URL pattern and the available widths. Both lists of widths are empty until the photo is
 * processed.
 */
export type PhotoFiles = {
  /** URL on this server, with the placeholders `{width}` and `{format}`. It is signed unless the photo is public. */
  src: string
  /** Available widths in WebP and JPEG, in pixels, smallest first. */
  widths: readonly number[]
  /** Available widths in AVIF, in pixels, smallest first. */
  avifWidths: readonly number[]
}

export type Rendition = {
  width: number
  src: string
}

/** Returns the available files of a photo in one format, smallest first. */
export function listRenditions({ src, widths, avifWidths }: PhotoFiles, format: PhotoFormat): Rendition[] {
  return (format === 'avif' ? avifWidths : widths).map((width) => ({
    width,
    src: src.replace('{width}', String(width)).replace('{format}', format),
  }))
}

/** Returns the URLs of all files of a photo, grouped by format. */
export const listPhotoUrls = (photo: PhotoFiles): string[] =>
  photoFormats.flatMap((format) => listRenditions(photo, format).map(({ src }) => src))
