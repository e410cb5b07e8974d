import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const HELD_MS = 500
const WITHIN_PX = 12

/**
 * Tells a press that is held from a short one, which goes on to be a click. The finger's own menu stays away from what
 * this is given to. Never the only way to something: the keyboard holds nothing.
 */
export function useLongPress(onLongPress: () => void) {
  const down = useRef({ x: 0, y: 0, isTouch: false })
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = useRef(false)
  const stop = () => clearTimeout(waiting.current)
  useEffect(() => () => clearTimeout(waiting.current), [])
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      stop()
      isHeld.current = false
      down.current = { x: event.clientX, y: event.clientY, isTouch: event.pointerType !== 'mouse' }
      if (event.button !== 0) return
      const pressed = event.currentTarget
      waiting.current = setTimeout(() => {
        isHeld.current = true
        // Not every browser gives it to a button that is pressed; what opens now gives it back.
        pressed.focus({ preventScroll: true })
        onLongPress()
      }, HELD_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - down.current.x, clientY - down.current.y) > WITHIN_PX) stop()
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      if (down.current.isTouch) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      // The click that ends it; the keyboard's own has no detail.
      if (isHeld.current && event.detail > 0) event.stopPropagation()
      isHeld.current = false
    },
  }
}
