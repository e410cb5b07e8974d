import { useSyncExternalStore } from 'react'

/** Pixels at the foot of the layout that a keyboard on the screen covers. Who zooms in sees less of it as well. */
function coveredPx(): number {
  const seen = window.visualViewport
  if (!seen || seen.scale > 1.01) return 0
  return Math.max(0, Math.round(document.documentElement.clientHeight - seen.offsetTop - seen.height))
}

function follow(changed: () => void) {
  const seen = window.visualViewport
  for (const event of ['resize', 'scroll']) seen?.addEventListener(event, changed)
  return () => {
    for (const event of ['resize', 'scroll']) seen?.removeEventListener(event, changed)
  }
}

/**
 * How much of the page's foot lies under a keyboard on the screen, in CSS pixels: browsers shrink what is seen by it,
 * not what sticks to the foot of the layout.
 */
export const useKeyboardInset = (): number => useSyncExternalStore(follow, coveredPx, () => 0)
