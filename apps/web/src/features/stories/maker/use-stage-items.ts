import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import { storyPhotoWidthLimits, storyTextSizeLimits } from '@pawtrait/contract/story-stage.ts'
import pad from '@pawtrait/stage/art/paw-pad.svg?path'
import type { PetOnPlate } from '@pawtrait/stage/lay-out-plate.ts'
import { pawToesOutline } from '@pawtrait/stage/paw.ts'
import { computePhotoBox, placementFromBox, zoomPlacement } from '@pawtrait/stage/photo-placement.ts'
import type { Shape } from '@pawtrait/stage/shapes.ts'
import { type Box, computeBoxCentre, stageSize } from '@pawtrait/stage/stage.ts'
import { portraitDrawing } from '#ui/art/portraits.ts'
import type { TextLayout } from './text-layout.ts'
import { getInitialPhotoPosition, type StoryFormState } from './use-story-form.ts'

/** Items that can be moved on the stage. */
export type ItemName = 'photo' | 'text' | 'plate'
export type StageItem = { box: Box; shapes: Shape[] }

function toPetOnPlate(pet: PetCard): PetOnPlate {
  const { ears, portrait } = portraitDrawing(findPetDrawing(pet))
  const picture = pet.portrait
    ? ({ of: 'photo', name: pet.portrait } as const)
    : portrait && ({ of: 'kind', name: portrait } as const)
  return { name: pet.name, backdrop: pet.backdrop, ears, paw: pawToesOutline() + pad, picture: picture || null }
}

const wholeStage = { x: 0, y: 0, ...stageSize }
const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)
// Items snap to the middle within this distance, as a fraction of the stage's size.
const SNAP = 0.018
const snapToMiddle = (share: number) => (Math.abs(share - 0.5) < SNAP ? 0.5 : share)

type Form = Pick<StoryFormState, 'draft' | 'now' | 'change'>

const getPhotoPlacement = ({ place: placement, aspect }: Form['draft']) =>
  placement ?? (aspect === null ? null : getInitialPhotoPosition(aspect))

/** Returns the functions that move and resize items, relative to the current draft. */
function createItemMoves(now: Form['now'], change: Form['change']) {
  /**
   * Moves the centre of an item to a point with coordinates from 0 to 1. If `snaps` is true, a point near the middle of
   * the stage snaps to the middle.
   */
  const moveItem = (name: ItemName, to: { x: number; y: number }, snaps = false) => {
    const { text, plate, aspect } = now()
    const placement = getPhotoPlacement(now())
    const [x, y] = snaps ? [snapToMiddle(to.x), snapToMiddle(to.y)] : [to.x, to.y]
    const at = { x: clamp(x, 0, 1), y: clamp(y, 0, 1) }
    if (name === 'text') change({ text: { ...text, ...at } })
    else if (name === 'plate' && plate) change({ plate: { ...plate, ...at } })
    else if (name === 'photo' && placement && aspect !== null)
      change({ place: placementFromBox(computePhotoBox({ ...placement, x, y }, aspect)) })
  }
  /** Resizes the text or the photo. A photo is zoomed around the point `about`, in stage pixels. */
  const scale = (name: ItemName, factor: number, about = { x: stageSize.width / 2, y: stageSize.height / 2 }) => {
    const { text, aspect } = now()
    const placement = getPhotoPlacement(now())
    if (name === 'text')
      change({
        text: { ...text, size: clamp(text.size * factor, storyTextSizeLimits.least, storyTextSizeLimits.most) },
      })
    if (name !== 'photo' || !placement || aspect === null) return
    if (clamp(placement.width * factor, storyPhotoWidthLimits.least, storyPhotoWidthLimits.most) === placement.width)
      return
    change({ place: zoomPlacement(placement, aspect, factor, about) })
  }
  return { put: moveItem, scale }
}

/** Returns the items on the stage with their positions, and functions to move them. */
export function useStageItems({ draft, now, change }: Form, pets: readonly PetCard[], letters: TextLayout | undefined) {
  const { caption, text, plate, aspect } = draft
  const captionText = caption.trim()
  const place = getPhotoPlacement(draft)
  const photo = place && aspect !== null ? computePhotoBox(place, aspect) : null
  const isDrawable = !letters || letters.missingGlyphs(captionText).length === 0
  const textItem: StageItem | null =
    letters && captionText !== '' && isDrawable ? letters.words(captionText, text) : null
  const pet = plate && pets.find(({ id }) => id === plate.pet)
  const plateItem: StageItem | null = letters && plate && pet ? letters.plate(plate, toPetOnPlate(pet)) : null
  const boxes: Record<ItemName, Box | null> = {
    photo: photo ?? wholeStage,
    text: textItem?.box ?? null,
    plate: plateItem?.box ?? null,
  }
  const { put, scale } = createItemMoves(now, change)
  const middle = (name: ItemName) => computeBoxCentre(boxes[name] ?? wholeStage)
  return { photo, textItem, plateItem, boxes, isDrawable, words: captionText, put, scale, middle }
}

export type StageItems = ReturnType<typeof useStageItems>
