import type { Dimensions } from './sniff-photo.ts'

// These sizes are not in render-photo.ts, so that the server can read them without loading an image library.

/** Largest accepted number of pixels. Sensors sold as 50 megapixels have up to 8192×6144 pixels. */
export const maxPixels = 50 * 1024 * 1024
const standardWidths = [320, 640, 1080, 2048, 4096]
// A standard width above 90 % of the photo's own width is omitted, because the photo's width is served too.
const maxStandardShare = 0.9
// Longest side that libwebp accepts, in pixels.
const maxWebpSide = 16_383

/** Largest initial width in pixels. A photo of 1080 to 1200 px gets its full width instead of 1080. */
export const largestInitialWidth = 1200

/** Returns the widths to render, ascending: standard widths below the photo's width, then that width (at most 4096). */
export function computeServedWidths({ width, height }: Dimensions): number[] {
  const fullWidth = Math.max(1, Math.min(width, 4096, Math.floor((width * maxWebpSide) / Math.max(height, 1))))
  return [...standardWidths.filter((step) => step < fullWidth * maxStandardShare), fullWidth]
}

/** Returns the initial widths, ascending. They are rendered right after the upload; a job adds the larger widths. */
export function computeInitialWidths(size: Dimensions): number[] {
  return computeServedWidths(size).filter((width, index) => width <= largestInitialWidth || index === 0)
}

/**
 * Returns whether a ready photo has all initial widths. Until then, its original may have an orientation tag. Compares
 * only the number of widths, because an earlier release may have rendered other widths.
 */
export const hasAllInitialWidths = ({ widths, ...size }: Dimensions & { widths: readonly number[] }): boolean =>
  widths.length >= computeInitialWidths(size).length
