import type { Crop, OwnPhoto, PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import type { Rotation } from '#features/media/crop-area.ts'
import type { DraftPhoto } from './composition.ts'

/** The shape of the crop window; `free` keeps the photo whole. */
export type Shape = 'free' | '4:5' | '1:1' | '3:2'

/** Width by height; null: the photo's own. */
export const aspects: Record<Shape, number | null> = { free: null, '4:5': 4 / 5, '1:1': 1, '3:2': 3 / 2 }

/** All of them, in the order in which they are offered. */
export const shapes = Object.keys(aspects) as Shape[]

const isNear = (ratio: number, aspect: number | null) => aspect !== null && Math.abs(ratio / aspect - 1) < 0.01

/** The shape a photo was cut to, as far as the editor offers it. */
export const shapeOf = ({ crop, width, height }: OwnPhoto): Shape =>
  (crop && shapes.find((shape) => isNear(width / height, aspects[shape]))) ?? 'free'

/**
 * How a photo is to be shown. Of one that was given a shape and left before the editor had drawn it, the middle is
 * kept, as the editor would have.
 */
export function editOf({ crop, rotate, adjustments, shape, progress }: DraftPhoto): PhotoEdit {
  const aspect = aspects[shape]
  const middle = progress.step === 'accepted' && aspect ? middleOf(progress.photo, rotate, aspect) : null
  return { crop: crop ?? middle, rotate, adjustments }
}

/** The largest part of this shape in the middle of a photo that is turned so far. */
function middleOf({ crop, width, height, rotate: was }: OwnPhoto, rotate: Rotation, aspect: number): Crop {
  const shown = width / (crop?.width ?? 1) / (height / (crop?.height ?? 1))
  const ratio = (rotate - was) % 180 === 0 ? shown : 1 / shown
  const part = { width: Math.min(1, aspect / ratio), height: Math.min(1, ratio / aspect) }
  return { x: (1 - part.width) / 2, y: (1 - part.height) / 2, ...part }
}
