import type { Dimensions } from './sniff-photo.ts'

// Apart from what renders: the app asks for sizes and loads no library for images.

/** 50 megapixels as makers of phones count them: the largest of their sensors gives 8192×6144. */
export const maxPixels = 50 * 1024 * 1024
const ladder = [320, 640, 1080, 2048, 4096]
// A step within a tenth of the photo's own width is left out: the own width stands for it.
const nearlyOwn = 0.9
// libwebp takes no side longer than this.
const longestSide = 16_383

/**
 * The widths a photo is served in, thumbnails first, ascending: steps of the ladder well below its own width, then
 * its own width, at most 4096.
 */
export function servedWidths({ width, height }: Dimensions): number[] {
  const own = Math.max(1, Math.min(width, 4096, Math.floor((width * longestSide) / Math.max(height, 1))))
  return [...ladder.filter((step) => step < own * nearlyOwn), own]
}
