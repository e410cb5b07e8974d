import type { KeyboardEvent } from 'react'
import type { StoryMakerState } from './StoryForm.tsx'
import type { ItemName } from './use-stage-items.ts'

const STEP = 0.02
const STRIDE = 0.1
export const ZOOM_FACTOR = 1.1

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves an item by a number of steps. Negative numbers move it to the left and up. */
export function moveItemBy(
  { items }: StoryMakerState,
  name: ItemName,
  [right, down]: readonly [number, number],
  step = STEP,
) {
  const { x, y } = items.middle(name)
  items.put(name, { x: x + right * step, y: y + down * step })
}

/** `onMoved` is called after the user has moved an item, `onRemove` when the user removes the name plate. */
export type ItemCallbacks = { onMoved: (name: ItemName) => void; onRemove: () => void }

/**
 * Returns the key handler of an item. Arrows move it, with Shift in large steps. Plus and minus resize it. Delete and
 * Backspace remove the name plate.
 */
export function useItemKeys(maker: StoryMakerState, { onMoved, onRemove }: ItemCallbacks) {
  return (event: KeyboardEvent, name: ItemName) => {
    // Ignores keys with these modifiers, because they are shortcuts of the browser, such as zoom and back.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = directions[event.key]
    if (direction) moveItemBy(maker, name, direction, event.shiftKey ? STRIDE : STEP)
    else if (event.key === '+' || event.key === '=') maker.items.scale(name, ZOOM_FACTOR)
    else if (event.key === '-') maker.items.scale(name, 1 / ZOOM_FACTOR)
    else if (name !== 'plate' || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    event.preventDefault()
    if (event.key === 'Delete' || event.key === 'Backspace') return onRemove()
    maker.select(name)
    onMoved(name)
  }
}
