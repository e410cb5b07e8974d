import { drawBed, drawKitchen, drawPorch, drawSofa, drawStudio, drawWindow } from './indoor-scenes.ts'
import {
  drawBeach,
  drawForest,
  drawGarden,
  drawHills,
  drawNight,
  drawPark,
  drawSavannah,
  drawSnow,
} from './outdoor-scenes.ts'
import type { DrawScene } from './svg-shapes.ts'

/** Functions that draw each place. `drawUnderwater` is used instead for fish. */
export const scenePlaces = {
  park: drawPark,
  beach: drawBeach,
  sofa: drawSofa,
  window: drawWindow,
  forest: drawForest,
  kitchen: drawKitchen,
  night: drawNight,
  snow: drawSnow,
  studio: drawStudio,
  garden: drawGarden,
  savannah: drawSavannah,
  hills: drawHills,
  bed: drawBed,
  porch: drawPorch,
} as const satisfies Record<string, DrawScene>

export type ScenePlace = keyof typeof scenePlaces

export const allScenePlaces = Object.keys(scenePlaces) as ScenePlace[]
