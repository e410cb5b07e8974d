import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Photo } from '@pawtrait/contract/photos.ts'

/** A photo as queries give it; `placeholder` in base64. */
export type PhotoRow = {
  id: PhotoId
  name: string
  state: Photo['state']
  width: number
  height: number
  placeholder: string
  widths: number[]
  avifWidths: number[]
  isPublic: boolean
}

/** A photo with the addresses the viewer may fetch: by format (AVIF, WebP, JPEG), narrow to wide. */
export function photoView(row: PhotoRow): Photo {
  const { id, name, state, width, height, placeholder, widths, avifWidths } = row
  const variants = (format: 'avif' | 'webp' | 'jpg', of: number[]) =>
    of.map((wide) => ({ format, width: wide, src: `/media/${name}/${wide}.${format}` }))
  return {
    id,
    state,
    width,
    height,
    placeholder,
    variants: [...variants('avif', avifWidths), ...variants('webp', widths), ...variants('jpg', widths)],
  }
}
