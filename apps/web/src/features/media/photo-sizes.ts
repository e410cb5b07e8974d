import type { Photo } from '@pawtrait/contract/photos/photos.ts'

type Shape = Pick<Photo, 'width' | 'height'>

// Limits of a photo frame's aspect ratio (width / height): 2:3 for portraits, or 4:5 in windows from 640 px; 1.91:1 for
// landscapes.
const NARROWEST = 2 / 3
const NARROWEST_FROM_640 = 4 / 5
const WIDEST = 1.91

// Width of a photo on a phone, reduced by up to a sixth. The reduction is invisible at the pixel density of phones. A
// phone of 412 px with density 1.75 then loads 640 px, not 1080 px. A phone of 430 px with density 3 loads 1080 px, not
// 2048 px.
const PHONE = 'min(88vw, 360px)'

/** Returns the aspect ratio (width / height) of a post's photo frame on a phone: that of the first photo, clamped. */
export function computeFrameAspectRatio(first: Shape | undefined): number {
  return first ? Math.min(WIDEST, Math.max(NARROWEST, first.width / first.height)) : 1
}

/** Returns the part of the frame's width, from 0 to 1, that an uncropped photo fills. */
const computeWidthShare = ({ width, height }: Shape, frame: number) => +Math.min(1, width / height / frame).toFixed(3)

/**
 * Returns `<img sizes>` of a photo in the feed. In windows from 68.75em wide, the photo is beside the text and has 59 %
 * of the content width. In narrower windows the photo is above the text.
 */
export function getFeedImageSizes(photo: Shape, first: Shape | undefined): string {
  const frame = computeFrameAspectRatio(first)
  const onPhone = computeWidthShare(photo, frame)
  const share = computeWidthShare(photo, Math.max(frame, NARROWEST_FROM_640))
  return [
    `(min-width: 1440px) ${Math.round(623 * share)}px`,
    `(min-width: 68.75em) calc((100vw - 378px) * ${(0.587 * share).toFixed(3)})`,
    `(min-width: 900px) calc(min(620px, 100vw - 356px) * ${share})`,
    `(min-width: 640px) ${Math.round(620 * share)}px`,
    `calc(${PHONE} * ${onPhone})`,
  ].join(', ')
}

/** Returns `<img sizes>` of a photo on the page of a post: its width, limited by the height of the window. */
export function getPostPageImageSizes(photo: Shape, first: Shape | undefined, sidebar: boolean): string {
  const side = sidebar ? 256 : 0
  const frame = computeFrameAspectRatio(first)
  const share = computeWidthShare(photo, frame)
  const heightLimitedWidth = `max(100vh - 112px, 608px) * ${frame.toFixed(3)}`
  return [
    `(min-width: ${1184 + side}px) calc(min(700px, ${heightLimitedWidth}) * ${share})`,
    `(min-width: 68.75em) calc(min(100vw - ${side + 484}px, ${heightLimitedWidth}) * ${share})`,
    `(min-width: 900px) calc(min(660px, 100vw - ${side + 100}px) * ${share})`,
    `(min-width: 640px) ${Math.round(680 * share)}px`,
    `calc(${PHONE} * ${share})`,
  ].join(', ')
}

/**
 * Returns `<img sizes>` of a square grid tile. The grid has four columns in windows from 900 px, and `columnsBelow`
 * columns in narrower windows.
 */
export function getTileImageSizes(photo: Shape, sidebar: boolean, columnsBelow = 3): string {
  const times = Math.max(1, photo.width / photo.height).toFixed(3)
  const side = sidebar ? 256 : 0
  return [
    `(min-width: ${1184 + side}px) calc(269px * ${times})`,
    `(min-width: 900px) calc((100vw - ${side + 110}px) / 4 * ${times})`,
    `calc((100vw - 36px) / ${columnsBelow} * ${times})`,
  ].join(', ')
}

/**
 * Returns `<img sizes>` of a mosaic tile. The mosaic has four columns in windows from 900 px, otherwise two. Row
 * heights are fixed.
 */
export function getMosaicImageSizes(
  { width, height }: Shape,
  { columns, rows }: { columns: number; rows: number },
): string {
  const computeRowsWidth = (row: number, gap: number) => Math.round((rows * row + (rows - 1) * gap) * (width / height))
  return [
    `(min-width: 1440px) max(${columns * 269 + (columns - 1) * 10}px, ${computeRowsWidth(200, 10)}px)`,
    `(min-width: 900px) max(calc((100vw - 366px) / 4 * ${columns}), ${computeRowsWidth(200, 10)}px)`,
    `calc(max((100vw - 32px) / 2 * ${columns}, ${computeRowsWidth(172, 8)}px) * 0.88)`,
  ].join(', ')
}
