import { type PointerEvent, useRef } from 'react'

const TAP_MS = 300
const STILL_PX = 10
const SWIPE_PX = 60

type GestureCallbacks = {
  /** Called on a tap with `left` for the left third of the photo, and `right` for the rest. */
  onTap: (side: 'left' | 'right') => void
  /** Called with true when a finger touches the photo, and with false when the finger is lifted. */
  onHold: (held: boolean) => void
  onSwipe: (direction: 'left' | 'right' | 'down') => void
}

type Touch = { x: number; y: number; at: number }

/** Returns the direction of a swipe; null if the swipe is too short. */
function getSwipeDirection(dx: number, dy: number): 'left' | 'right' | 'down' | null {
  if (Math.abs(dx) > Math.abs(dy)) return Math.abs(dx) < SWIPE_PX ? null : dx < 0 ? 'left' : 'right'
  return dy > SWIPE_PX ? 'down' : null
}

/** Returns pointer handlers for tap, hold and swipe. */
export function useStoryGestures({ onTap, onHold, onSwipe }: GestureCallbacks) {
  const touch = useRef<Touch | null>(null)
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (!event.isPrimary || event.button !== 0) return
    touch.current = { x: event.clientX, y: event.clientY, at: event.timeStamp }
    event.currentTarget.setPointerCapture(event.pointerId)
    onHold(true)
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    const from = touch.current
    touch.current = null
    if (!from) return
    onHold(false)
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    const direction = getSwipeDirection(dx, dy)
    if (direction) return onSwipe(direction)
    if (Math.hypot(dx, dy) > STILL_PX || event.timeStamp - from.at > TAP_MS) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onTap(event.clientX - left < width / 3 ? 'left' : 'right')
  }
  const cancel = () => {
    if (touch.current) onHold(false)
    touch.current = null
  }
  return { onPointerDown: begin, onPointerUp: end, onPointerCancel: cancel }
}
