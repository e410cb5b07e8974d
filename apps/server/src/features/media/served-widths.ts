import type { Dimensions } from './sniff-photo.ts'

// Separate from render-photo.ts: the app needs these sizes without loading an image library.

/** 50 megapixels as phone makers count them: the largest sensor gives 8192×6144. */
export const maxPixels = 50 * 1024 * 1024
const ladder = [320, 640, 1080, 2048, 4096]
// A step within a tenth of the photo's own width is left out: the own width replaces it.
const nearlyOwn = 0.9
// Longest side that libwebp accepts.
const longestSide = 16_383

/** Returns ascending widths of renderings: steps well below the photo's own width, then the own width, at most 4096. */
export function servedWidths({ width, height }: Dimensions): number[] {
  const own = Math.max(1, Math.min(width, 4096, Math.floor((width * longestSide) / Math.max(height, 1))))
  return [...ladder.filter((step) => step < own * nearlyOwn), own]
}
