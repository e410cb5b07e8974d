/** The formats that photos are served in; every browser draws the last. */
export const photoFormats = ['avif', 'webp', 'jpg'] as const
export type PhotoFormat = (typeof photoFormats)[number]

/** What stands of a photo: where, and in which widths. Both lists are empty while the photo is processed. */
export type PhotoFiles = {
  /** Address on this server with `{width}` and `{format}` to be filled in; signed while the photo is not public. */
  src: string
  /** Pixels, narrow to wide, in WebP and JPEG. */
  widths: readonly number[]
  /** In AVIF. */
  avifWidths: readonly number[]
}

/** One file of a photo. */
export type Rendition = {
  /** Pixels. */
  width: number
  src: string
}

/** What stands of a photo in a format, narrow to wide. */
export function renditions({ src, widths, avifWidths }: PhotoFiles, format: PhotoFormat): Rendition[] {
  return (format === 'avif' ? avifWidths : widths).map((width) => ({
    width,
    src: src.replace('{width}', String(width)).replace('{format}', format),
  }))
}

/** The addresses of all that stands of a photo, by format. */
export const allAddresses = (photo: PhotoFiles): string[] =>
  photoFormats.flatMap((format) => renditions(photo, format).map(({ src }) => src))
