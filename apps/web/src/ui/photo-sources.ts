/** A picture as the server stores it: several widths, each in several formats. The contract's photo is one. */
export type PhotoImage = {
  /** Size in px, for the space it takes before it is there. */
  width: number
  height: number
  /** ThumbHash in base64, drawn until the picture is there; empty for none. */
  placeholder: string
  /** Empty while the server is still at work on it. */
  variants: readonly { format: 'avif' | 'webp' | 'jpg'; width: number; src: string }[]
}

/** One format's files, as in `<img srcset>`. */
export function sourcesOf(photo: PhotoImage, format: 'avif' | 'webp' | 'jpg'): string {
  const chosen = photo.variants.filter((variant) => variant.format === format)
  return chosen.map((variant) => `${variant.src} ${variant.width}w`).join(', ')
}
