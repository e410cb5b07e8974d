import { type StoryPhotoPlacement, storyPhotoWidth } from '@pawtrait/contract/story-stage.ts'
import { type Box, stage } from './stage.ts'

/** Width divided by height. */
type Aspect = number

// Minimum visible part of the photo in each direction, however far it was dragged.
const MIN_VISIBLE = 0.15 * stage.width

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Place in which the photo fills the stage with the least cropping (`cover`). */
export const coverPlacement = (aspect: Aspect): StoryPhotoPlacement => ({
  x: 0.5,
  y: 0.5,
  width: within(Math.max(1, (aspect * stage.height) / stage.width), storyPhotoWidth.least, storyPhotoWidth.most),
})

/** Place in which the whole photo is as large as fits (`contain`). */
export const containPlacement = (aspect: Aspect): StoryPhotoPlacement => ({
  x: 0.5,
  y: 0.5,
  width: within(Math.min(1, (aspect * stage.height) / stage.width), storyPhotoWidth.least, storyPhotoWidth.most),
})

/** Box of the photo in stage pixels, clamped so that a part stays visible. */
export function photoBox(place: StoryPhotoPlacement, aspect: Aspect): Box {
  const width = within(place.width, storyPhotoWidth.least, storyPhotoWidth.most) * stage.width
  const height = width / aspect
  const [seenX, seenY] = [Math.min(MIN_VISIBLE, width), Math.min(MIN_VISIBLE, height)]
  return {
    x: within(place.x * stage.width - width / 2, seenX - width, stage.width - seenX),
    y: within(place.y * stage.height - height / 2, seenY - height, stage.height - seenY),
    width,
    height,
  }
}

/** Place of a box. */
export const placementOf = ({ x, y, width, height }: Box): StoryPhotoPlacement => ({
  x: (x + width / 2) / stage.width,
  y: (y + height / 2) / stage.height,
  width: width / stage.width,
})

/** Scales the photo by a factor around `about`, a point in stage pixels. */
export function zoomBy(
  place: StoryPhotoPlacement,
  aspect: Aspect,
  factor: number,
  about: { x: number; y: number },
): StoryPhotoPlacement {
  const box = photoBox(place, aspect)
  const width = within(place.width * factor, storyPhotoWidth.least, storyPhotoWidth.most)
  const real = width / place.width
  const moved = { x: about.x - (about.x - box.x) * real, y: about.y - (about.y - box.y) * real }
  const height = (width * stage.width) / aspect
  return placementOf(photoBox(placementOf({ ...moved, width: width * stage.width, height }), aspect))
}

/** Visible part of the photo, as fractions of it, and its box on the stage in whole pixels. */
export function visiblePart(place: StoryPhotoPlacement, aspect: Aspect): { part: Box; at: Box } {
  const box = photoBox(place, aspect)
  const left = Math.max(0, Math.floor(box.x))
  const top = Math.max(0, Math.floor(box.y))
  const right = Math.min(stage.width, Math.max(left + 1, Math.ceil(box.x + box.width)))
  const foot = Math.min(stage.height, Math.max(top + 1, Math.ceil(box.y + box.height)))
  const from = (edge: number, start: number, size: number) => within((edge - start) / size, 0, 1)
  const [x, y] = [from(left, box.x, box.width), from(top, box.y, box.height)]
  return {
    part: { x, y, width: from(right, box.x, box.width) - x, height: from(foot, box.y, box.height) - y },
    at: { x: left, y: top, width: right - left, height: foot - top },
  }
}

/** Whether the photo covers the whole stage. */
export function coversStage({ width, height }: Box): boolean {
  return width === stage.width && height === stage.height
}
