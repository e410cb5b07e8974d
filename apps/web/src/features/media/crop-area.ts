import type { Crop, OwnPhoto } from '@pawtrait/contract/photos.ts'

export type Rotation = OwnPhoto['rotate']

const percent = (fraction: number) => fraction * 100

/** A rectangle of the rotated picture, in percent, as the editor speaks of it. */
export type RotatedArea = { x: number; y: number; width: number; height: number }

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** From the editor's rotated picture to fractions of the upright original. Rotation is clockwise. */
export function cropOf({ x, y, width, height }: RotatedArea, rotate: Rotation): Crop {
  const [u, v, w, h] = [x, y, width, height].map((value) => clamp(value / 100)) as [number, number, number, number]
  if (rotate === 90) return { x: v, y: clamp(1 - u - w), width: h, height: w }
  if (rotate === 180) return { x: clamp(1 - u - w), y: clamp(1 - v - h), width: w, height: h }
  if (rotate === 270) return { x: clamp(1 - v - h), y: u, width: h, height: w }
  return { x: u, y: v, width: w, height: h }
}

/** The inverse of `cropOf`: where the editor draws a kept crop. */
export function areaOf({ x, y, width, height }: Crop, rotate: Rotation): RotatedArea {
  const turned = {
    0: { x, y, width, height },
    90: { x: 1 - y - height, y: x, width: height, height: width },
    180: { x: 1 - x - width, y: 1 - y - height, width, height },
    270: { x: y, y: 1 - x - width, width: height, height: width },
  }[rotate]
  return { x: percent(turned.x), y: percent(turned.y), width: percent(turned.width), height: percent(turned.height) }
}

/** A crop that takes all but a hair is none. */
export const isWhole = ({ width, height }: Crop) => width > 0.995 && height > 0.995

/** A quarter turn clockwise. */
export const turned = (rotate: Rotation): Rotation => ((rotate + 90) % 360) as Rotation
