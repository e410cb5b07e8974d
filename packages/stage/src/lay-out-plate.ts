import { buildArchPath } from './arch.ts'
import { backdrops, type StageBackdrop } from './backdrops.ts'
import { findMissingGlyphs } from './glyphs.ts'
import { layOutLine } from './lay-out-text.ts'
import type { Placement, Shape } from './shapes.ts'
import { type Box, clampToSafeArea, maxElementSize } from './stage.ts'
import type { Typeface } from './typeface.ts'

/**
 * A pet on a name plate. `ears` and `paw` are SVG path data. `picture` is the key of a loaded image. If null, the paw
 * is drawn instead.
 */
export type PetOnPlate = {
  name: string
  backdrop: StageBackdrop
  ears: string
  paw: string
  picture: { of: 'photo' | 'kind'; name: string } | null
}

// Height of the plate in stage pixels. It corresponds to 44 px on a screen 390 px wide, because the stage is 1080 px
// wide.
const HEIGHT = 124
const RADIUS = 30
const EM = 46
const FRAME = { width: 84, left: 20, top: 7 }
const SCALE = FRAME.width / 88
const GAP = 24
const END = 40
const BRASS = '#f1d59b'
const INK = '#3b2500'
const PAPER = '#fff9f2'

// Position of the picture within the frame, in the units of the frame's view box.
const PICTURES = {
  photo: { x: 9, y: 18, width: 62, height: 78 },
  kind: { x: 3, y: 11.5, width: 74, height: 88.8 },
} as const

function frameShapes({ backdrop, ears, paw, picture }: PetOnPlate, at: Placement): Shape[] {
  const { background, ring, ink } = backdrops[backdrop]
  const inside = buildArchPath(6)
  const part = (d: string, fill: string): Shape => ({ kind: 'path', d, fill, at })
  // Draws the paw in the middle of the arch. The paw has a view box of 24 units and is enlarged 1.6 times.
  const middle = { x: at.x + 20.8 * at.scale, y: at.y + 38 * at.scale, scale: 1.6 * at.scale }
  return [
    ...(ears ? [part(ears, ring)] : []),
    part(buildArchPath(0), ring),
    part(buildArchPath(3.2), PAPER),
    part(inside, background),
    picture
      ? { kind: 'picture', picture: picture.name, ...PICTURES[picture.of], clip: inside, at }
      : { kind: 'path', d: paw, fill: ink, at: middle },
  ]
}

/** Lays out the name in the largest size that fits. Returns null when the typeface lacks a letter. */
function nameOn(name: string, face: Typeface) {
  if (findMissingGlyphs(name, face).length > 0) return null
  const line = layOutLine(name, face)
  const most = maxElementSize.width - FRAME.left - FRAME.width - GAP - END
  const em = Math.min(EM, most / Math.max(line.width, 0.01))
  return { line, em, width: line.width * em }
}

/**
 * Lays out a pet's brass name plate, centred at `at`. It consists of frame and name, or only the frame when the
 * typeface lacks a letter of the name.
 */
export function layOutPlate(
  at: { x: number; y: number },
  pet: PetOnPlate,
  face: Typeface,
): { box: Box; shapes: Shape[] } {
  const named = nameOn(pet.name, face)
  const width = FRAME.left + FRAME.width + (named ? GAP + named.width + END : FRAME.left)
  const box = clampToSafeArea(at, { width, height: HEIGHT })
  const frame = { x: box.x + FRAME.left + 4 * SCALE, y: box.y + FRAME.top + 7 * SCALE, scale: SCALE }
  const shapes: Shape[] = [{ kind: 'box', ...box, radius: RADIUS, fill: BRASS }, ...frameShapes(pet, frame)]
  if (!named) return { box, shapes }
  const left = box.x + FRAME.left + FRAME.width + GAP
  const baseline = box.y + HEIGHT / 2 + ((face.ascent - face.descent) / 2) * named.em
  for (const { letter, x, isEmoji } of named.line.glyphs) {
    const start = left + x * named.em
    if (isEmoji) shapes.push({ kind: 'emoji', emoji: letter, x: start, y: baseline - named.em, size: named.em * 1.1 })
    else shapes.push({ kind: 'path', d: face.outline(letter, start, baseline, named.em), fill: INK })
  }
  return { box, shapes }
}
