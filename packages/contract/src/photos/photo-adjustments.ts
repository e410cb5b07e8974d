import type { Filter } from './photo-filters.ts'

/**
 * What is done to the light and colours of a photo, and to its horizon; the original stays as it is. Levels are from −1
 * to 1, and 0 leaves the photo as it is.
 */
export type Adjustments = {
  filter: Filter | null
  warmth: number
  contrast: number
  /** Of the filter, from 0 to 1. */
  strength: number
  brightness: number
  /** Degrees clockwise. The corners that this leaves empty are cut off: the shape of the photo stays. */
  straighten: number
}

/** A photo as it is. */
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
 * What becomes of a pixel, channels from 0 to 1: first each is multiplied and added to (`gain`, `offset`), then they
 * are mixed by `mix`, a row for each of red, green and blue. Server and browser do the same two steps.
 */
export type Colouring = { gain: Triple; offset: Triple; mix: [Triple, Triple, Triple] }

type Toning = { gain: Triple; offset: number; saturation: number }

// By eye, over photos of dark and pale coats: stronger, and white fur loses its hair.
const tonings: Record<Filter, Toning> = {
  vivid: { gain: [1.08, 1.08, 1.08], offset: -0.04, saturation: 1.35 },
  warm: { gain: [1.08, 1.01, 0.9], offset: 0.01, saturation: 1.05 },
  cool: { gain: [0.93, 1, 1.08], offset: 0.01, saturation: 0.95 },
  bright: { gain: [1.1, 1.1, 1.1], offset: 0.04, saturation: 1.05 },
  faded: { gain: [0.84, 0.84, 0.84], offset: 0.1, saturation: 0.8 },
  mono: { gain: [1.04, 1.04, 1.04], offset: -0.02, saturation: 0 },
}

const plain: Toning = { gain: [1, 1, 1], offset: 0, saturation: 1 }
// Of linear light; https://www.w3.org/TR/filter-effects-1/#feColorMatrixElement takes the same for saturation.
const luma: Triple = [0.2126, 0.7152, 0.0722]

const between = (from: number, to: number, share: number) => from + (to - from) * share
const each = (make: (channel: 0 | 1 | 2) => number): Triple => [make(0), make(1), make(2)]

/** The two steps of these adjustments. */
export function colouringOf({ brightness, contrast, warmth, filter, strength }: Adjustments): Colouring {
  const toning = filter ? tonings[filter] : plain
  const light = 1 + 0.4 * brightness
  const spread = 1 + 0.5 * contrast
  const heat = [1 + 0.15 * warmth, 1, 1 - 0.15 * warmth] as const
  const level = between(0, toning.offset, strength)
  const saturation = between(1, toning.saturation, strength)
  // Contrast turns about the middle grey: what is lighter gets lighter.
  const pivot = 0.5 * (1 - spread)
  const mixed = (row: number) =>
    each((channel) => luma[channel] * (1 - saturation) + (row === channel ? saturation : 0))
  return {
    gain: each((channel) => between(1, toning.gain[channel], strength) * heat[channel] * light * spread),
    offset: each((channel) => level * heat[channel] * light * spread + pivot),
    mix: [mixed(0), mixed(1), mixed(2)],
  }
}

/** Whether they leave every colour as it is. */
export const keepsColours = ({ brightness, contrast, warmth, filter, strength }: Adjustments): boolean =>
  brightness === 0 && contrast === 0 && warmth === 0 && (filter === null || strength === 0)

/** None where they change nothing: one way to say it, in the database and when two are compared. */
export const changing = (adjustments: Adjustments | null): Adjustments | null =>
  adjustments && keepsColours(adjustments) && adjustments.straighten === 0 ? null : adjustments

/**
 * By how much a photo turned by so many degrees is enlarged, so that it fills its frame: what is shown of it is its
 * width and height divided by this.
 */
export function straightenZoom({ width, height }: { width: number; height: number }, degrees: number): number {
  const angle = (Math.abs(degrees) * Math.PI) / 180
  return Math.cos(angle) + Math.max(width / height, height / width) * Math.sin(angle)
}
