import { type PointerEvent, useRef } from 'react'

const WITHIN_MS = 320
const WITHIN_PX = 28

/** Two quick taps or clicks on one place; a drag is neither. Never the only way to something. */
export function useDoubleTap(onDoubleTap: () => void) {
  const down = useRef({ x: 0, y: 0 })
  const last = useRef({ x: 0, y: 0, at: -WITHIN_MS })
  const near = (a: { x: number; y: number }, b: { x: number; y: number }) =>
    Math.hypot(a.x - b.x, a.y - b.y) < WITHIN_PX
  return {
    onPointerDown: (event: PointerEvent) => {
      down.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: (event: PointerEvent) => {
      const tap = { x: event.clientX, y: event.clientY, at: event.timeStamp }
      const isControl = event.target instanceof Element && event.target.closest('a, button') !== null
      if (isControl || event.button !== 0 || !near(tap, down.current)) return
      const isSecond = tap.at - last.current.at < WITHIN_MS && near(tap, last.current)
      last.current = isSecond ? { ...tap, at: -WITHIN_MS } : tap
      if (isSecond) onDoubleTap()
    },
  }
}
