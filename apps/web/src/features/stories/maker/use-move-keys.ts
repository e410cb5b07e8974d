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

/** Keys on what is held: arrows move it, with Shift in strides; plus and minus change its size, Delete takes it off. */
export function useMoveKeys(maker: Maker, onMoved: (name: ItemName) => void) {
  return (event: KeyboardEvent, name: ItemName) => {
    const way = ways[event.key]
    if (way) moveBy(maker, name, way, event.shiftKey ? STRIDE : STEP)
    else if (event.key === '+' || event.key === '=') maker.items.scale(name, LARGER)
    else if (event.key === '-') maker.items.scale(name, 1 / LARGER)
    else if (name === 'plate' && (event.key === 'Delete' || event.key === 'Backspace'))
      maker.form.change({ plate: null })
    else return
    event.preventDefault()
    maker.select(event.key === 'Delete' || event.key === 'Backspace' ? null : name)
    onMoved(name)
  }
}
