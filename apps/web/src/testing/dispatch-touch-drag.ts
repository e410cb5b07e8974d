type Point = { x: number; y: number }

/** Dispatches the touch events of a one-finger drag on an element: start, two moves and, by default, the end. */
export function dispatchTouchDrag(
  target: Element,
  { from, to, release = true }: { from: Point; to: Point; release?: boolean },
) {
  const fire = (type: string, ...points: Point[]) => {
    const touches = points.map(({ x, y }, identifier) => new Touch({ identifier, target, clientX: x, clientY: y }))
    target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches }))
  }
  fire('touchstart', from)
  fire('touchmove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
  fire('touchmove', to)
  if (release) fire('touchend')
}
