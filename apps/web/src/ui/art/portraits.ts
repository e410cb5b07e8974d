import bird from './bird.svg'
import cat from './cat.svg'
import dog from './dog.svg'
import birdEars from './ears-bird.svg?path'
import catEars from './ears-cat.svg?path'
import dogEars from './ears-dog.svg?path'
import fishEars from './ears-fish.svg?path'
import horseEars from './ears-horse.svg?path'
import rabbitEars from './ears-rabbit.svg?path'
import reptileEars from './ears-reptile.svg?path'
import smallEars from './ears-small.svg?path'
import tortoiseEars from './ears-tortoise.svg?path'
import fish from './fish.svg'
import horse from './horse.svg'
import rabbit from './rabbit.svg'
import reptile from './reptile.svg'
import small from './small.svg'
import tortoise from './tortoise.svg'

/** The ears of a frame and the address of its portrait; `other` has neither: a plain arch with a paw. */
const KINDS = {
  dog: { ears: dogEars, portrait: dog },
  cat: { ears: catEars, portrait: cat },
  rabbit: { ears: rabbitEars, portrait: rabbit },
  bird: { ears: birdEars, portrait: bird },
  'small-and-furry': { ears: smallEars, portrait: small },
  reptile: { ears: reptileEars, portrait: reptile },
  tortoise: { ears: tortoiseEars, portrait: tortoise },
  fish: { ears: fishEars, portrait: fish },
  horse: { ears: horseEars, portrait: horse },
  other: { ears: '', portrait: null },
}

/** The ten drawings: nine species, of which reptile has two, and the paw of any other animal. */
export type PetKind = keyof typeof KINDS

/** One of the eight studio colours, a class `bd-…` of `tokens.css`. */
export type Backdrop = 'marigold' | 'moss' | 'lagoon' | 'dusk' | 'plum' | 'rosehip' | 'clay' | 'fog'

/** The outline of the ears, and the address of the portrait (200 x 240) or null for the paw. */
export function drawingOf(kind: PetKind): { ears: string; portrait: string | null } {
  return KINDS[kind]
}
