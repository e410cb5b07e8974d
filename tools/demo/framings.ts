import type { Random } from './random.ts'

/** Framing of an animal in a picture. Lengths are fractions of the picture's size. */
export type Framing = {
  across: number
  /** Horizontal centre of the animal. */
  x: number
  /** Vertical centre of the animal's face. */
  face: number
  /** Rotation of the animal in degrees. */
  turn: number
  /** Background blur: standard deviation (sigma) as a fraction of the picture's width. */
  depth: number
  /** Whether a blurred object in the foreground hides the lower edge of the animal. */
  ledge: boolean
  /** Whether the animal lies on its side. */
  lies: boolean
  mirrored: boolean
}

/** Distance of the face from the top, as a fraction of the drawing's height. It is the same in every drawing. */
export const FACE_HEIGHT = 0.47

type Frame = { size: { width: number; height: number }; place: string; isAlone: boolean }

const between = (dice: Random, least: number, most: number) => least + dice.next() * (most - least)

const bust = (dice: Random): Framing => ({
  across: between(dice, 0.7, 0.92),
  x: between(dice, 0.4, 0.6),
  face: between(dice, 0.46, 0.54),
  turn: between(dice, -4, 4),
  depth: between(dice, 0.004, 0.012),
  ledge: false,
  lies: false,
  mirrored: dice.next() < 0.5,
})

const close = (dice: Random): Framing => ({
  ...bust(dice),
  across: between(dice, 1.05, 1.35),
  x: between(dice, 0.42, 0.58),
  face: between(dice, 0.46, 0.56),
  turn: between(dice, -9, 9),
  depth: between(dice, 0.014, 0.024),
})

/** A small animal at the left or right, with much of the background visible. */
const far = (dice: Random): Framing => ({
  ...bust(dice),
  across: between(dice, 0.3, 0.44),
  x: dice.pick([0.3, 0.68]),
  face: 0.62,
  turn: between(dice, -3, 3),
  depth: between(dice, 0.001, 0.003),
  ledge: true,
})

/** An animal that enters the picture from one side. Its face is visible, but an ear may be cropped. */
const peek = (dice: Random): Framing => {
  const side = dice.pick([-1, 1])
  return {
    ...bust(dice),
    across: between(dice, 0.8, 1),
    x: 0.5 + side * between(dice, 0.14, 0.2),
    face: between(dice, 0.5, 0.62),
    turn: -side * between(dice, 12, 24),
    depth: between(dice, 0.006, 0.012),
  }
}

/** A sleeping animal, seen from above. */
const above = (dice: Random): Framing => ({
  ...bust(dice),
  across: between(dice, 0.62, 0.76),
  face: between(dice, 0.46, 0.56),
  turn: dice.pick([-1, 1]) * between(dice, 76, 104),
  depth: 0,
  lies: true,
})

/** Picks a random shot that suits the place and the picture's format. Several animals always sit side by side. */
export function pickFraming(dice: Random, { size, place, isAlone }: Frame): Framing {
  if (!isAlone) return { ...bust(dice), turn: 0 }
  if (place === 'bed') return above(dice)
  const isWide = size.width > size.height
  const shots = isWide ? [far, far, bust, peek, close] : [bust, bust, close, peek, far]
  return dice.pick(shots)(dice)
}
