import type { PhotoFilter } from './photo-filters.ts'

/**
 * Adjustments of light, colour and horizon. The original file does not change. Levels are from −1 to 1. The level 0
 * changes nothing.
 */
export type Adjustments = {
  filter: PhotoFilter | null
  warmth: number
  contrast: number
  /** Strength of the filter, from 0 to 1. */
  strength: number
  brightness: number
  /** Rotation in degrees clockwise. The empty corners are cropped. The photo keeps its aspect ratio. */
  straighten: number
}

/** Adjustments that change nothing. */
export const noAdjustments: Adjustments = {
  filter: null,
  warmth: 0,
  contrast: 0,
  strength: 1,
  brightness: 0,
  straighten: 0,
}

type Triple = [number, number, number]

/**
 * Colour transform of a pixel with channels from 0 to 1. Step 1 applies `gain` and `offset` to each channel. Step 2
 * applies the 3 × 3 matrix `mix`, which has one row each for red, green and blue. Server and browser use the same two
 * steps.
 */
export type ColourTransform = { gain: Triple; offset: Triple; mix: [Triple, Triple, Triple] }

type Toning = { gain: Triple; offset: number; saturation: number }

// Values were chosen by eye on photos of dark and pale coats. With stronger values, the hairs in white fur are lost.
const tonings: Record<PhotoFilter, Toning> = {
  vivid: { gain: [1.08, 1.08, 1.08], offset: -0.04, saturation: 1.35 },
  warm: { gain: [1.08, 1.01, 0.9], offset: 0.01, saturation: 1.05 },
  cool: { gain: [0.93, 1, 1.08], offset: 0.01, saturation: 0.95 },
  bright: { gain: [1.1, 1.1, 1.1], offset: 0.04, saturation: 1.05 },
  faded: { gain: [0.84, 0.84, 0.84], offset: 0.1, saturation: 0.8 },
  mono: { gain: [1.04, 1.04, 1.04], offset: -0.02, saturation: 0 },
}

const plain: Toning = { gain: [1, 1, 1], offset: 0, saturation: 1 }
// Luminance weights for linear light. Source: https://www.w3.org/TR/filter-effects-1/#feColorMatrixElement
const luma: Triple = [0.2126, 0.7152, 0.0722]

const between = (from: number, to: number, share: number) => from + (to - from) * share
const each = (make: (channel: 0 | 1 | 2) => number): Triple => [make(0), make(1), make(2)]

export function computeColourTransform({
  brightness,
  contrast,
  warmth,
  filter,
  strength,
}: Adjustments): ColourTransform {
  const toning = filter ? tonings[filter] : plain
  const light = 1 + 0.4 * brightness
  const spread = 1 + 0.5 * contrast
  const heat = [1 + 0.15 * warmth, 1, 1 - 0.15 * warmth] as const
  const level = between(0, toning.offset, strength)
  const saturation = between(1, toning.saturation, strength)
  // Changes the contrast around middle grey (0.5). Middle grey itself stays unchanged.
  const pivot = 0.5 * (1 - spread)
  const mixed = (row: number) =>
    each((channel) => luma[channel] * (1 - saturation) + (row === channel ? saturation : 0))
  return {
    gain: each((channel) => between(1, toning.gain[channel], strength) * heat[channel] * light * spread),
    offset: each((channel) => level * heat[channel] * light * spread + pivot),
    mix: [mixed(0), mixed(1), mixed(2)],
  }
}

/** Whether the adjustments change no colour. They may still straighten the photo. */
export const leavesColoursUnchanged = ({ brightness, contrast, warmth, filter, strength }: Adjustments): boolean =>
  brightness === 0 && contrast === 0 && warmth === 0 && (filter === null || strength === 0)

/** Returns null for adjustments that change nothing, so that an unedited photo is always stored in the same form. */
export const normaliseAdjustments = (adjustments: Adjustments | null): Adjustments | null =>
  adjustments && leavesColoursUnchanged(adjustments) && adjustments.straighten === 0 ? null : adjustments

/**
 * Returns the factor by which a rotated photo must be enlarged so that it fills its frame. The width and height of the
 * visible part are those of the photo divided by this factor.
 */
export function computeStraightenZoom({ width, height }: { width: number; height: number }, degrees: number): number {
  const angle = (Math.abs(degrees) * Math.PI) / 180
  return Math.cos(angle) + Math.max(width / height, height / width) * Math.sin(angle)
}
