import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { OwnPhoto, Photo, PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
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
export type OwnPhotoRow = PhotoRow & PhotoEdit

/** Whoever is shown a photo: the clock and the key of signed addresses. */
export type PhotoReader = Pick<Context, 'now' | 'secrets'>

/** What the files of a photo are known by. */
export type PhotoFilesRow = Pick<PhotoRow, 'name' | 'widths' | 'isPublic' | 'epoch'>

/** The address the viewer may fetch a photo's files from, with `{width}` and `{format}` to be filled in. */
export const photoSrc = (ctx: PhotoReader, { name, isPublic, epoch }: Omit<PhotoFilesRow, 'widths'>): string =>
  `/media/${name}/{width}.{format}${isPublic ? '' : `?${signature(ctx, { name, epoch })}`}`

/** A photo with the address the viewer may fetch its files from. */
export function photoView(ctx: PhotoReader, row: PhotoRow): Photo {
  const { id, state, width, height, placeholder, widths, avifWidths } = row
  return { id, state, width, height, placeholder, src: photoSrc(ctx, row), widths, avifWidths }
}

/** A photo as its owner edits it. */
export function ownPhotoView(ctx: PhotoReader, row: OwnPhotoRow): OwnPhoto {
  const { crop, rotate, adjustments } = row
  return { ...photoView(ctx, row), crop, rotate, adjustments }
}
