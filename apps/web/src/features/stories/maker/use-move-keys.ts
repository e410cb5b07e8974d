import type { KeyboardEvent } from 'react'
import type { Maker } from './StoryForm.tsx'
import type { ItemName } from './use-stage-items.ts'

const STEP = 0.02
const STRIDE = 0.1
export const LARGER = 1.1

const ways: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves something a step: to the right and down, or back. */
export function moveBy({ items }: Maker, name: ItemName, [right, down]: readonly [number, number], step = STEP) {
  const { x, y } = items.middle(name)
  items.put(name, { x: x + right * step, y: y + down * step })
}

/** What follows: something was moved, or the plate is to go. */
export type Moves = { onMoved: (name: ItemName) => void; onRemove: () => void }

/** Keys on what is held: arrows move it, with Shift in strides; plus and minus change its size, Delete takes it off. */
export function useMoveKeys(maker: Maker, { onMoved, onRemove }: Moves) {
  return (event: KeyboardEvent, name: ItemName) => {
    // The browser's own: larger letters, the page before.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const way = ways[event.key]
    if (way) moveBy(maker, name, way, event.shiftKey ? STRIDE : STEP)
    else if (event.key === '+' || event.key === '=') maker.items.scale(name, LARGER)
    else if (event.key === '-') maker.items.scale(name, 1 / LARGER)
    else if (name !== 'plate' || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    event.preventDefault()
    if (event.key === 'Delete' || event.key === 'Backspace') return onRemove()
    maker.select(name)
    onMoved(name)
  }
}
