import type { Crop, OwnPhoto, PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import type { Rotation } from '#features/media/crop-area.ts'
import type { DraftPhoto } from './draft-store.ts'

/** Shape of the crop window. `free` keeps the whole photo. */
export type CropShape = 'free' | '4:5' | '1:1' | '3:2'

/** Aspect ratio (width / height) of each crop shape. Null means the photo's own ratio. */
export const cropAspectRatios: Record<CropShape, number | null> = { free: null, '4:5': 4 / 5, '1:1': 1, '3:2': 3 / 2 }

/** All shapes, in the order of the menu. */
export const cropShapes = Object.keys(cropAspectRatios) as CropShape[]

const isNear = (ratio: number, aspect: number | null) => aspect !== null && Math.abs(ratio / aspect - 1) < 0.01

/** Returns the shape of a photo's saved crop, or `free` if the crop has none of the editor's shapes. */
export const getCropShape = ({ crop, width, height }: OwnPhoto): CropShape =>
  (crop && cropShapes.find((shape) => isNear(width / height, cropAspectRatios[shape]))) ?? 'free'

/**
 * Returns the photo edit to send. If the user chose a shape but has not opened the crop editor, the crop is the largest
 * centred crop. The crop editor starts with the same crop.
 */
export function getPhotoEdit({ crop, rotate, adjustments, shape, progress }: DraftPhoto): PhotoEdit {
  const aspect = cropAspectRatios[shape]
  const centredCrop = progress.step === 'accepted' && aspect ? computeCentredCrop(progress.photo, rotate, aspect) : null
  return { crop: crop ?? centredCrop, rotate, adjustments }
}

/** Returns the largest centred crop of this aspect ratio in a rotated photo. */
function computeCentredCrop(
  { crop, width, height, rotate: savedRotation }: OwnPhoto,
  rotate: Rotation,
  aspect: number,
): Crop {
  const shownRatio = width / (crop?.width ?? 1) / (height / (crop?.height ?? 1))
  const ratio = (rotate - savedRotation) % 180 === 0 ? shownRatio : 1 / shownRatio
  const size = { width: Math.min(1, aspect / ratio), height: Math.min(1, ratio / aspect) }
  return { x: (1 - size.width) / 2, y: (1 - size.height) / 2, ...size }
}
