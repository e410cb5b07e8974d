import { type StoryPhotoPlacement, storyPhotoWidthLimits } from '@pawtrait/contract/story-stage.ts'
import { type Box, stageSize } from './stage.ts'

/** Aspect ratio: width divided by height. */
type Aspect = number

// Minimum width and height of the photo's visible part, in stage pixels. The user cannot drag the photo further.
const MIN_VISIBLE = 0.15 * stageSize.width

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Returns the position and size with which the photo fills the stage, like `cover` in CSS. */
export const computeCoverPlacement = (aspect: Aspect): StoryPhotoPlacement => ({
  x: 0.5,
  y: 0.5,
  width: within(
    Math.max(1, (aspect * stageSize.height) / stageSize.width),
    storyPhotoWidthLimits.least,
    storyPhotoWidthLimits.most,
  ),
})

/** Returns the position and size with which the whole photo is visible, like `contain` in CSS. */
export const computeContainPlacement = (aspect: Aspect): StoryPhotoPlacement => ({
  x: 0.5,
  y: 0.5,
  width: within(
    Math.min(1, (aspect * stageSize.height) / stageSize.width),
    storyPhotoWidthLimits.least,
    storyPhotoWidthLimits.most,
  ),
})

/** Returns the box of the photo in stage pixels. Clamps it so that a part of the photo always remains visible. */
export function computePhotoBox(place: StoryPhotoPlacement, aspect: Aspect): Box {
  const width = within(place.width, storyPhotoWidthLimits.least, storyPhotoWidthLimits.most) * stageSize.width
  const height = width / aspect
  const [seenX, seenY] = [Math.min(MIN_VISIBLE, width), Math.min(MIN_VISIBLE, height)]
  return {
    x: within(place.x * stageSize.width - width / 2, seenX - width, stageSize.width - seenX),
    y: within(place.y * stageSize.height - height / 2, seenY - height, stageSize.height - seenY),
    width,
    height,
  }
}

/** Converts a box in stage pixels to a placement. */
export const placementFromBox = ({ x, y, width, height }: Box): StoryPhotoPlacement => ({
  x: (x + width / 2) / stageSize.width,
  y: (y + height / 2) / stageSize.height,
  width: width / stageSize.width,
})

/** Scales the photo by a factor around the point `about`, which is in stage pixels. */
export function zoomPlacement(
  place: StoryPhotoPlacement,
  aspect: Aspect,
  factor: number,
  about: { x: number; y: number },
): StoryPhotoPlacement {
  const box = computePhotoBox(place, aspect)
  const width = within(place.width * factor, storyPhotoWidthLimits.least, storyPhotoWidthLimits.most)
  const real = width / place.width
  const moved = { x: about.x - (about.x - box.x) * real, y: about.y - (about.y - box.y) * real }
  const height = (width * stageSize.width) / aspect
  return placementFromBox(
    computePhotoBox(placementFromBox({ ...moved, width: width * stageSize.width, height }), aspect),
  )
}

/**
 * Returns the visible part of the photo. `part` is its box as fractions of the photo. `at` is its box on the stage in
 * whole pixels.
 */
export function computeVisiblePhotoPart(place: StoryPhotoPlacement, aspect: Aspect): { part: Box; at: Box } {
  const box = computePhotoBox(place, aspect)
  const left = Math.max(0, Math.floor(box.x))
  const top = Math.max(0, Math.floor(box.y))
  const right = Math.min(stageSize.width, Math.max(left + 1, Math.ceil(box.x + box.width)))
  const foot = Math.min(stageSize.height, Math.max(top + 1, Math.ceil(box.y + box.height)))
  const from = (edge: number, start: number, size: number) => within((edge - start) / size, 0, 1)
  const [x, y] = [from(left, box.x, box.width), from(top, box.y, box.height)]
  return {
    part: { x, y, width: from(right, box.x, box.width) - x, height: from(foot, box.y, box.height) - y },
    at: { x: left, y: top, width: right - left, height: foot - top },
  }
}

/** Returns whether the photo covers the whole stage. */
export function coversStage({ width, height }: Box): boolean {
  return width === stageSize.width && height === stageSize.height
}
