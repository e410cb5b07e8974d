import { type PointerEvent, useRef } from 'react'

export type PointerPosition = { x: number; y: number }

const STILL_PX = 6

const getDistance = (a: PointerPosition, b: PointerPosition) => Math.hypot(a.x - b.x, a.y - b.y)
const getFingerPosition = ({ clientX: x, clientY: y }: PointerEvent): PointerPosition => ({ x, y })

type Touch<Held> = { held: Held; from: PointerPosition; hasMoved: boolean }

type PointerGestureCallbacks<Held> = {
  /**
   * Returns the item to drag. `before` is null for a new touch. If one of two fingers is lifted, `before` is the item
   * that they moved or pinched.
   */
  take: (target: EventTarget, before: Held | null) => Held
  onDrag: (held: Held, from: PointerPosition, to: PointerPosition) => void
  onPinch: (held: Held, factor: number, at: PointerPosition) => void
  onTap: (held: Held) => void
  onDone: (held: Held) => void
}

/** Returns pointer handlers. One finger or the mouse drags or taps, two fingers pinch. Distances are in CSS px. */
export function usePointerGestures<Held>({ take, onDrag, onPinch, onTap, onDone }: PointerGestureCallbacks<Held>) {
  const fingers = useRef(new Map<number, PointerPosition>())
  const touch = useRef<Touch<Held> | null>(null)
  const pinch = (event: PointerEvent, held: Held) => {
    const otherFinger = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    const before = fingers.current.get(event.pointerId)
    const now = getFingerPosition(event)
    fingers.current.set(event.pointerId, now)
    if (!otherFinger || !before || getDistance(before, otherFinger) === 0) return
    onPinch(held, getDistance(now, otherFinger) / getDistance(before, otherFinger), {
      x: (now.x + otherFinger.x) / 2,
      y: (now.y + otherFinger.y) / 2,
    })
  }
  const end = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId)) return
    const [ended, remaining] = [touch.current, [...fingers.current.values()][0]]
    touch.current =
      ended && remaining ? { held: take(event.target, ended.held), from: remaining, hasMoved: true } : null
    if (!ended || remaining) return
    if (ended.hasMoved) onDone(ended.held)
    else if (event.type === 'pointerup') onTap(ended.held)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || fingers.current.size === 2) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, getFingerPosition(event))
      if (touch.current) touch.current.hasMoved = true
      else touch.current = { held: take(event.target, null), from: getFingerPosition(event), hasMoved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = touch.current
      if (!now || !fingers.current.has(event.pointerId)) return
      if (fingers.current.size === 2) return pinch(event, now.held)
      now.hasMoved ||= getDistance(now.from, getFingerPosition(event)) >= STILL_PX
      if (now.hasMoved) onDrag(now.held, now.from, getFingerPosition(event))
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
