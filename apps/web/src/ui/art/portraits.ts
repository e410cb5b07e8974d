import bird from '@pawtrait/stage/art/bird.svg'
import cat from '@pawtrait/stage/art/cat.svg'
import dog from '@pawtrait/stage/art/dog.svg'
import birdEars from '@pawtrait/stage/art/ears-bird.svg?path'
import catEars from '@pawtrait/stage/art/ears-cat.svg?path'
import dogEars from '@pawtrait/stage/art/ears-dog.svg?path'
import fishEars from '@pawtrait/stage/art/ears-fish.svg?path'
import horseEars from '@pawtrait/stage/art/ears-horse.svg?path'
import rabbitEars from '@pawtrait/stage/art/ears-rabbit.svg?path'
import reptileEars from '@pawtrait/stage/art/ears-reptile.svg?path'
import smallEars from '@pawtrait/stage/art/ears-small.svg?path'
import tortoiseEars from '@pawtrait/stage/art/ears-tortoise.svg?path'
import fish from '@pawtrait/stage/art/fish.svg'
import horse from '@pawtrait/stage/art/horse.svg'
import rabbit from '@pawtrait/stage/art/rabbit.svg'
import reptile from '@pawtrait/stage/art/reptile.svg'
import small from '@pawtrait/stage/art/small.svg'
import tortoise from '@pawtrait/stage/art/tortoise.svg'

/**
 * Outline of the ears and portrait URL for each kind of drawing. `other` has neither, and is drawn as an arch with a
 * paw.
 */
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

/** Kind of drawing for a pet. Each species has one kind, except that reptiles have two. `other` shows a paw. */
export type PetKind = keyof typeof KINDS

/** Background colour of a pet's portrait. Each colour has a class `bd-…` in tokens.css. */
export type Backdrop = 'marigold' | 'moss' | 'lagoon' | 'dusk' | 'plum' | 'rosehip' | 'clay' | 'fog'

/** Returns the outline of the ears and the URL of the portrait (200 x 240). For `other` the URL is null. */
export function portraitDrawing(kind: PetKind): { ears: string; portrait: string | null } {
  return KINDS[kind]
}
