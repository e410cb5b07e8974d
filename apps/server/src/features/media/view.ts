import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { OwnPhoto, Photo, Variant } from '@pawtrait/contract/photos.ts'
import type { Context } from '#platform/context.ts'
import { signature } from './sign-address.ts'

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
  /** As `addressEpoch`. */
  epoch: number
}
export type OwnPhotoRow = PhotoRow & Pick<OwnPhoto, 'crop' | 'rotate'>

/** Whoever is shown a photo: the clock and the key of signed addresses. */
export type PhotoReader = Pick<Context, 'now' | 'secrets'>

/** A photo with the addresses the viewer may fetch: by format (AVIF, WebP, JPEG), narrow to wide. */
export function photoView(ctx: PhotoReader, row: PhotoRow): Photo {
  const { id, name, state, width, height, placeholder, widths, avifWidths, isPublic, epoch } = row
  const query = isPublic ? '' : `?${signature(ctx, { name, epoch })}`
  const variants = (format: Variant['format'], of: number[]) =>
    of.map((wide) => ({ format, width: wide, src: `/media/${name}/${wide}.${format}${query}` }))
  return {
    id,
    state,
    width,
    height,
    placeholder,
    variants: [...variants('avif', avifWidths), ...variants('webp', widths), ...variants('jpg', widths)],
  }
}

/** A photo as its owner edits it. */
export function ownPhotoView(ctx: PhotoReader, row: OwnPhotoRow): OwnPhoto {
  return { ...photoView(ctx, row), crop: row.crop, rotate: row.rotate }
}
