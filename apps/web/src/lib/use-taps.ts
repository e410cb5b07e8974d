import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const WITHIN_MS = 320
const WITHIN_PX = 28

type Taps = {
  /** One tap, known when no second one came in time; the keyboard's press at once. */
  onTap: () => void
  /** Two quick taps or clicks on one place. Never the only way to something. */
  onDoubleTap: () => void
}

type Place = { x: number; y: number }
const near = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y) < WITHIN_PX

/** Tells one tap on a button from two; a drag is neither, and other controls inside keep theirs. */
export function useTaps({ onTap, onDoubleTap }: Taps) {
  const down = useRef({ x: 0, y: 0 })
  const isDrag = useRef(false)
  const last = useRef({ x: 0, y: 0, at: -WITHIN_MS })
  const doubledAt = useRef(-WITHIN_MS)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      down.current = { x: event.clientX, y: event.clientY }
      isDrag.current = false
    },
    onPointerUp: (event: PointerEvent) => {
      const tap = { x: event.clientX, y: event.clientY, at: event.timeStamp }
      isDrag.current = !near(tap, down.current)
      if (event.button !== 0 || isDrag.current) return
      const isSecond = tap.at - last.current.at < WITHIN_MS && near(tap, last.current)
      last.current = isSecond ? { ...tap, at: -WITHIN_MS } : tap
      if (!isSecond) return
      clearTimeout(waiting.current)
      doubledAt.current = event.timeStamp
      onDoubleTap()
    },
    onClick: (event: MouseEvent) => {
      if (event.detail === 0) return onTap()
      if (isDrag.current) return
      // The click that ends the second tap.
      if (event.timeStamp - doubledAt.current < WITHIN_MS) return
      clearTimeout(waiting.current)
      waiting.current = setTimeout(onTap, WITHIN_MS)
    },
  }
}
