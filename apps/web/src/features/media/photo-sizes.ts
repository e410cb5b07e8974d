import type { Photo } from '@pawtrait/contract/photos.ts'

type Shape = Pick<Photo, 'width' | 'height'>

/** The shape of the box a post's photos stand in where they stand above its words: by the first photo. */
export type BoxShape = 'tall' | 'square' | 'wide'

export function boxShape(first: Shape | undefined): BoxShape {
  const aspect = first ? first.width / first.height : 1
  if (aspect < 0.92) return 'tall'
  return aspect > 1.15 ? 'wide' : 'square'
}

// More than this share of a photo is never cropped away: it stands whole in the mat instead.
const MOST_CUT = 0.3

/** Whether a photo stands whole in a box of this aspect, or fills it. */
export function hangsWhole({ width, height }: Shape, box: number): boolean {
  const ratio = width / height / box
  return 1 - Math.min(ratio, 1 / ratio) > MOST_CUT
}

/** How much wider than its box a photo is drawn: above 1 where its sides are cut away. */
function timesBox(photo: Shape, box: number): number {
  const ratio = photo.width / photo.height / box
  return +(hangsWhole(photo, box) ? Math.min(1, ratio) : Math.max(1, ratio)).toFixed(3)
}

// Aspects of Post.module.css and PostPage.module.css.
const CARD_BOX = { tall: 4 / 4.7, square: 1, wide: 5 / 4 }
const PAGE_BOX = { tall: 4 / 5, square: 1, wide: 5 / 4 }

/** The box's aspect below 1100 px. */
export const narrowBox = (place: 'card' | 'page', shape: BoxShape): number =>
  (place === 'card' ? CARD_BOX : PAGE_BOX)[shape]

/** `<img sizes>` of a photo in the feed: beside its words from 1100 px (1.42 of 2.42 columns), above them below. */
export function cardSizes(photo: Shape, shape: BoxShape): string {
  const wide = timesBox(photo, 1)
  const narrow = timesBox(photo, CARD_BOX[shape])
  return [
    `(min-width: 1440px) ${Math.round(623 * wide)}px`,
    `(min-width: 1100px) calc((100vw - 378px) * ${(0.587 * wide).toFixed(3)})`,
    `(min-width: 900px) calc(min(620px, 100vw - 356px) * ${narrow})`,
    `calc(min(620px, 100vw - 44px) * ${narrow})`,
  ].join(', ')
}

/** The same on the page of the post: 1.3 of 2.3 columns, as high as the window. */
export function pageSizes(photo: Shape, shape: BoxShape, sidebar: boolean): string {
  const aspect = (photo.width / photo.height).toFixed(3)
  const side = sidebar ? 256 : 0
  const narrow = timesBox(photo, PAGE_BOX[shape])
  const high = `calc((100vh - 112px) * ${aspect})`
  const fill = (column: string) => (hangsWhole(photo, 0.78) ? `min(${column}, ${high})` : `max(${column}, ${high})`)
  return [
    `(min-width: ${1184 + side}px) ${fill('604px')}`,
    `(min-width: 1100px) ${fill(`calc((100vw - ${side + 80}px) * 0.565 - 20px)`)}`,
    `(min-width: 900px) calc(min(660px, 100vw - ${side + 100}px) * ${narrow})`,
    `calc(min(660px, 100vw - 44px) * ${narrow})`,
  ].join(', ')
}

/** A square tile of a grid: four in a row from 900 px, three below. */
export function tileSizes(photo: Shape, sidebar: boolean): string {
  const times = Math.max(1, photo.width / photo.height).toFixed(3)
  const side = sidebar ? 256 : 0
  return [
    `(min-width: ${1184 + side}px) calc(269px * ${times})`,
    `(min-width: 900px) calc((100vw - ${side + 110}px) / 4 * ${times})`,
    `calc((100vw - 36px) / 3 * ${times})`,
  ].join(', ')
}

/** A tile of the mosaic by what it spans: four columns from 900 px, two below, rows of a fixed height. */
export function mosaicSizes({ width, height }: Shape, { columns, rows }: { columns: number; rows: number }): string {
  const high = (row: number, gap: number) => Math.round((rows * row + (rows - 1) * gap) * (width / height))
  return [
    `(min-width: 1440px) max(${columns * 269 + (columns - 1) * 10}px, ${high(200, 10)}px)`,
    `(min-width: 900px) max(calc((100vw - 366px) / 4 * ${columns}), ${high(200, 10)}px)`,
    `max(calc((100vw - 32px) / 2 * ${columns}), ${high(172, 8)}px)`,
  ].join(', ')
}
