import { bed, kitchen, porch, sofa, studio, window } from './indoors.ts'
import { beach, forest, garden, hills, night, park, savannah, snow } from './outdoors.ts'
import type { DrawScene } from './paper.ts'

/** Places for pictures; fish have their own. */
export const scenePlaces = {
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
} as const satisfies Record<string, DrawScene>

export type ScenePlace = keyof typeof scenePlaces

export const allScenePlaces = Object.keys(scenePlaces) as ScenePlace[]
