import { bed, kitchen, porch, sofa, studio, window } from './indoors.ts'
import { beach, forest, garden, hills, night, park, savannah, snow } from './outdoors.ts'
import type { Draw } from './paper.ts'

/** Places for pictures; fish have their own. */
export const settings = {
  park,
  beach,
  sofa,
  window,
  forest,
  kitchen,
  night,
  snow,
  studio,
  garden,
  savannah,
  hills,
  bed,
  porch,
} as const satisfies Record<string, Draw>

export type Place = keyof typeof settings

export const everyPlace = Object.keys(settings) as Place[]
