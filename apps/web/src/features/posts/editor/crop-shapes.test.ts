import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { describe, expect, test } from 'vitest'
import { aPhoto } from '../../../testing/fixtures.ts'
import { getPhotoEdit } from './crop-shapes.ts'
import { createDraftPhotoFromServer, type DraftPhoto } from './draft-store.ts'

/** Returns a draft photo. The crop editor has set no crop, unless `chosen` contains one. */
function anUneditedPhoto(photo: Partial<OwnPhoto>, chosen: Partial<DraftPhoto>): DraftPhoto {
  return { ...createDraftPhotoFromServer({ ...aPhoto(), ...noPhotoEdit, ...photo }, ''), crop: null, ...chosen }
}

describe('getPhotoEdit', () => {
  test('returns the largest centred crop of the chosen shape when the crop editor has set no crop', () => {
    const wide = anUneditedPhoto({ width: 1600, height: 1000 }, { shape: '1:1' })
    expect(getPhotoEdit(wide).crop).toEqual({ x: 0.1875, y: 0, width: 0.625, height: 1 })
    const tall = anUneditedPhoto({ width: 1000, height: 1600 }, { shape: '1:1' })
    expect(getPhotoEdit(tall).crop).toEqual({ x: 0, y: 0.1875, width: 1, height: 0.625 })
  })

  test('computes the centred crop for the rotated photo', () => {
    const turned = anUneditedPhoto({ width: 1600, height: 1000 }, { shape: '1:1', rotate: 90 })
    expect(getPhotoEdit(turned).crop).toEqual({ x: 0, y: 0.1875, width: 1, height: 0.625 })
  })

  test('computes the centred crop from the whole original when the photo is already cropped', () => {
    const crop = { x: 0.25, y: 0, width: 0.5, height: 1 }
    const square = anUneditedPhoto({ width: 800, height: 800, crop }, { shape: '3:2' })
    expect(getPhotoEdit(square).crop).toEqual({ x: 0.125, y: 0, width: 0.75, height: 1 })
  })

  test('returns no crop for the free shape, and keeps a crop that the user has set for a fixed shape', () => {
    expect(getPhotoEdit(anUneditedPhoto({ width: 1600, height: 1000 }, { shape: 'free' })).crop).toBeNull()
    const crop = { x: 0, y: 0, width: 0.5, height: 0.8 }
    expect(getPhotoEdit(anUneditedPhoto({ width: 1600, height: 1000 }, { shape: '1:1', crop })).crop).toEqual(crop)
  })
})
