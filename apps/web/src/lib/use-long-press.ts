import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const LONG_PRESS_MS = 500
const MAX_MOVE_PX = 12

/**
 * Returns pointer handlers that distinguish a long press from a click. They suppress the context menu on touch.
 * Keyboard users need a separate control for the same action.
 */
export function useLongPress(onLongPress: () => void) {
  const down = useRef({ x: 0, y: 0, isTouch: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasLongPress = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      stop()
      wasLongPress.current = false
      down.current = { x: event.clientX, y: event.clientY, isTouch: event.pointerType !== 'mouse' }
      if (event.button !== 0) return
      const button = event.currentTarget
      timer.current = setTimeout(() => {
        wasLongPress.current = true
        // Some browsers do not focus a pressed button. With the focus here, an overlay returns the focus here when it
        // closes.
        button.focus({ preventScroll: true })
        onLongPress()
      }, LONG_PRESS_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - down.current.x, clientY - down.current.y) > MAX_MOVE_PX) stop()
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      if (down.current.isTouch) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      // Suppresses the click at the end of a long press. `detail` is 0 for a click by keyboard.
      if (wasLongPress.current && event.detail > 0) event.stopPropagation()
      wasLongPress.current = false
    },
  }
}
