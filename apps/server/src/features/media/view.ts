import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { OwnPhoto, Photo, PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import type { Context } from '#platform/context.ts'
import { signPhotoQuery } from './sign-photo-url.ts'

/** A photo as selected by queries. `placeholder` is encoded in base64. */
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
  epoch: number
}
export type OwnPhotoRow = PhotoRow & PhotoEdit

export type PhotoUrlContext = Pick<Context, 'now' | 'secrets'>

export type PhotoFilesRow = Pick<PhotoRow, 'name' | 'widths' | 'isPublic' | 'epoch'>

/** Returns the URL template of a photo's renderings, with the placeholders `{width}` and `{format}`. */
export const buildPhotoUrlTemplate = (
  ctx: PhotoUrlContext,
  { name, isPublic, epoch }: Omit<PhotoFilesRow, 'widths'>,
): string => `/media/${name}/{width}.{format}${isPublic ? '' : `?${signPhotoQuery(ctx, { name, epoch })}`}`

export function toPhoto(ctx: PhotoUrlContext, row: PhotoRow): Photo {
  const { id, state, width, height, placeholder, widths, avifWidths } = row
  return { id, state, width, height, placeholder, src: buildPhotoUrlTemplate(ctx, row), widths, avifWidths }
}

export function toOwnPhoto(ctx: PhotoUrlContext, row: OwnPhotoRow): OwnPhoto {
  const { crop, rotate, adjustments } = row
  return { ...toPhoto(ctx, row), crop, rotate, adjustments }
}
