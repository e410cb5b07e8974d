import type { Crop, OwnPhoto, PhotoEdit } from '@pawtrait/contract/photos/photos.ts'

export type Rotation = OwnPhoto['rotate']

const percent = (fraction: number) => fraction * 100

/** Crop rectangle in percent of the rotated picture, the format of the crop library. */
export type PercentCrop = { x: number; y: number; width: number; height: number }

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** Converts a crop from percent, as the crop library uses it, to fractions, as the API uses them. */
export function toCrop({ x, y, width, height }: PercentCrop): Crop {
  return { x: clamp(x / 100), y: clamp(y / 100), width: clamp(width / 100), height: clamp(height / 100) }
}

/** Converts a crop from fractions to percent: the inverse of `toCrop`. */
export function toPercentCrop({ x, y, width, height }: Crop): PercentCrop {
  return { x: percent(x), y: percent(y), width: percent(width), height: percent(height) }
}

/** Returns whether a crop includes nearly the whole photo. The app sends no such crop. */
export const isFullCrop = ({ width, height }: Crop) => width > 0.995 && height > 0.995

/** Returns the rotation after a quarter turn clockwise. */
export const rotateQuarterTurn = (rotate: Rotation): Rotation => ((rotate + 90) % 360) as Rotation

/** Returns the crop to send; null if it includes nearly the whole photo. */
export const toApiCrop = (crop: Crop | null) => (crop && isFullCrop(crop) ? null : crop)

/** Returns the edit of a photo in the format of the API. */
export const toApiPhotoEdit = ({ crop, rotate, adjustments }: PhotoEdit): PhotoEdit => ({
  crop: toApiCrop(crop),
  rotate,
  adjustments,
})

/** Returns whether the server already has this edit of a photo. */
export const hasEdit = (photo: PhotoEdit, edit: PhotoEdit) =>
  JSON.stringify(toApiPhotoEdit(photo)) === JSON.stringify(toApiPhotoEdit(edit))
