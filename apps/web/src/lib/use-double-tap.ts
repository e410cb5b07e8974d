import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const DOUBLE_TAP_MS = 320
const MAX_DISTANCE_PX = 28

type TapHandlers = {
  /** Called for a single tap after the double-tap interval, and for a key press at once. */
  onTap: () => void
  /** Called for a double tap or double click. Keyboard users need a separate control for the same action. */
  onDoubleTap: () => void
}

type Point = { x: number; y: number }
const isNear = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < MAX_DISTANCE_PX

/** Returns event handlers of a button that distinguish single and double taps and ignore drags and nested controls. */
export function useDoubleTap({ onTap, onDoubleTap }: TapHandlers) {
  const down = useRef({ x: 0, y: 0 })
  const isDrag = useRef(false)
  const lastTap = useRef({ x: 0, y: 0, at: -DOUBLE_TAP_MS })
  const doubledAt = useRef(-DOUBLE_TAP_MS)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      down.current = { x: event.clientX, y: event.clientY }
      isDrag.current = false
    },
    onPointerUp: (event: PointerEvent) => {
      const tap = { x: event.clientX, y: event.clientY, at: event.timeStamp }
      isDrag.current = !isNear(tap, down.current)
      if (event.button !== 0 || isDrag.current) return
      const isSecond = tap.at - lastTap.current.at < DOUBLE_TAP_MS && isNear(tap, lastTap.current)
      lastTap.current = isSecond ? { ...tap, at: -DOUBLE_TAP_MS } : tap
      if (!isSecond) return
      clearTimeout(timer.current)
      doubledAt.current = event.timeStamp
      onDoubleTap()
    },
    onClick: (event: MouseEvent) => {
      if (event.detail === 0) return onTap()
      if (isDrag.current) return
      // The double tap is already reported, so ignore the click event of its second tap.
      if (event.timeStamp - doubledAt.current < DOUBLE_TAP_MS) return
      clearTimeout(timer.current)
      timer.current = setTimeout(onTap, DOUBLE_TAP_MS)
    },
  }
}
