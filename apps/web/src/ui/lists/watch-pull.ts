// Distance in px that a finger must move before the direction of its touch is known.
const SLOP_PX = 10

const OVERLAYS = 'dialog:modal, :popover-open, [aria-modal="true"]'

/**
 * Returns whether a touch may start a pull. The page must be at its top, without an open overlay. The touch must be
 * outside containers that are scrolled or scroll sideways.
 */
function mayPull(target: EventTarget | null): boolean {
  if (window.scrollY > 0 || document.querySelector(OVERLAYS)) return false
  let element = target instanceof Element ? target : null
  for (; element && element !== document.body; element = element.parentElement)
    if (element.scrollTop > 0 || isSideways(element)) return false
  return true
}

const isSideways = (element: Element) =>
  element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)

type PullHandlers = {
  /** Called with the distance in px that the finger has moved down, minus `SLOP_PX`; at least 0. */
  onPull: (distance: number) => void
  /**
   * `isReleased`: true if the finger left the screen. False if the page scrolls, a second finger touches the screen, or
   * the browser cancels the touch.
   */
  onEnd: (isReleased: boolean) => void
}

/**
 * Watches the page for a pull: one finger that moves down while the page is at its top. Never blocks scrolling, because
 * all listeners are passive. Returns the function to stop.
 */
export function watchPull({ onPull, onEnd }: PullHandlers): () => void {
  let start: Touch | null = null
  let isPulling = false
  const finish = (isReleased: boolean) => {
    start = null
    if (isPulling) onEnd(isReleased)
    isPulling = false
  }
  const handleStart = ({ touches, target }: TouchEvent) => {
    const [touch = null, second] = touches
    if (second) finish(false)
    else start = mayPull(target) ? touch : null
  }
  const handleMove = ({ touches: [touch] }: TouchEvent) => {
    if (!start || !touch) return
    if (window.scrollY > 0) return finish(false)
    const distanceDown = touch.clientY - start.clientY
    const distanceSideways = Math.abs(touch.clientX - start.clientX)
    if (!isPulling && Math.max(Math.abs(distanceDown), distanceSideways) < SLOP_PX) return
    if (!isPulling && distanceDown <= distanceSideways) return finish(false)
    isPulling = true
    onPull(Math.max(0, distanceDown - SLOP_PX))
  }
  const stop = new AbortController()
  const options = { passive: true, signal: stop.signal }
  window.addEventListener('touchstart', handleStart, options)
  window.addEventListener('touchmove', handleMove, options)
  window.addEventListener('touchend', () => finish(true), options)
  window.addEventListener('touchcancel', () => finish(false), options)
  return () => stop.abort()
}
