import type { Crop, OwnPhoto, PhotoEdit } from '@pawtrait/contract/photos/photos.ts'

export type Rotation = OwnPhoto['rotate']

const percent = (fraction: number) => fraction * 100

/** A rectangle of the rotated picture, in percent, as the editor speaks of it. */
export type RotatedArea = { x: number; y: number; width: number; height: number }

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** From the editor's percent of the turned picture to the contract's fractions of it. */
export function cropOf({ x, y, width, height }: RotatedArea): Crop {
  return { x: clamp(x / 100), y: clamp(y / 100), width: clamp(width / 100), height: clamp(height / 100) }
}

/** The inverse of `cropOf`: where the editor draws a kept crop. */
export function areaOf({ x, y, width, height }: Crop): RotatedArea {
  return { x: percent(x), y: percent(y), width: percent(width), height: percent(height) }
}

/** A crop that takes all but a hair is none. */
export const isWhole = ({ width, height }: Crop) => width > 0.995 && height > 0.995

/** A quarter turn clockwise. */
export const turned = (rotate: Rotation): Rotation => ((rotate + 90) % 360) as Rotation

/** What is asked of the server: no crop rather than one that takes all. */
export const wantedCrop = (crop: Crop | null) => (crop && isWhole(crop) ? null : crop)

/** How a photo is to be shown, as the server is asked. */
export const wantedEdit = ({ crop, rotate, adjustments }: PhotoEdit): PhotoEdit => ({
  crop: wantedCrop(crop),
  rotate,
  adjustments,
})

/** Whether a photo is shown so already. */
export const isEdited = (photo: PhotoEdit, edit: PhotoEdit) =>
  JSON.stringify(wantedEdit(photo)) === JSON.stringify(wantedEdit(edit))
