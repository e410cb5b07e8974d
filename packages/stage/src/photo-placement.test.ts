import { describe, expect, it } from 'vitest'
import {
  computeContainPlacement,
  computeCoverPlacement,
  computePhotoBox,
  computeVisiblePhotoPart,
  coversStage,
  zoomPlacement,
} from './photo-placement.ts'
import { stageSize } from './stage.ts'

const shapes = { upright: 3 / 4, lying: 3 / 2, panorama: 5, narrow: 1 / 4 }

describe.each(Object.entries(shapes))('placement of a photo with the shape "%s"', (_, aspect) => {
  it('fills the stage with computeCoverPlacement, and shows the whole photo with computeContainPlacement', () => {
    const { part, at } = computeVisiblePhotoPart(computeCoverPlacement(aspect), aspect)
    expect(coversStage(at)).toBe(true)
    expect(Math.max(part.width, part.height)).toBeCloseTo(1, 5)
    expect(computeVisiblePhotoPart(computeContainPlacement(aspect), aspect).part).toMatchObject({ x: 0, y: 0 })
    expect(computeVisiblePhotoPart(computeContainPlacement(aspect), aspect).part.width).toBeCloseTo(1, 5)
  })

  it('keeps part of the photo on the stage at any position', () => {
    for (const x of [-12, 0, 12])
      for (const y of [-12, 0, 12]) {
        const { part, at } = computeVisiblePhotoPart({ x, y, width: 0.5 }, aspect)
        expect(at.x).toBeGreaterThanOrEqual(0)
        expect(at.y).toBeGreaterThanOrEqual(0)
        expect(at.x + at.width).toBeLessThanOrEqual(stageSize.width)
        expect(at.y + at.height).toBeLessThanOrEqual(stageSize.height)
        expect(Math.min(at.width, at.height)).toBeGreaterThan(50)
        expect(part.width * part.height).toBeGreaterThan(0)
      }
  })

  it('does not move the point between the fingers during a zoom', () => {
    const [before, about] = [computeCoverPlacement(aspect), { x: 300, y: 900 }]
    const after = zoomPlacement(before, aspect, 1.4, about)
    const under = (place: typeof before) => {
      const { x, y, width, height } = computePhotoBox(place, aspect)
      return [(about.x - x) / width, (about.y - y) / height]
    }
    const [was, is] = [under(before), under(after)]
    expect(is[0]).toBeCloseTo(was[0] ?? 0, 5)
    expect(is[1]).toBeCloseTo(was[1] ?? 0, 5)
  })
})

it('computeVisiblePhotoPart returns the right half of a photo that is centred on the left edge of the stage', () => {
  const { part, at } = computeVisiblePhotoPart({ x: 0, y: 0.5, width: 1 }, 1)
  expect(part).toEqual({ x: 0.5, y: 0, width: 0.5, height: 1 })
  expect(at).toEqual({ x: 0, y: 420, width: 540, height: 1080 })
})
