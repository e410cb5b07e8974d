import { useSyncExternalStore } from 'react'

/**
 * Returns the pixels at the bottom of the layout that the on-screen keyboard covers. 0 while zoomed in: not measurable.
 */
function coveredPx(): number {
  const viewport = window.visualViewport
  if (!viewport || viewport.scale > 1.01) return 0
  return Math.max(0, Math.round(document.documentElement.clientHeight - viewport.offsetTop - viewport.height))
}

function followViewport(changed: () => void) {
  const viewport = window.visualViewport
  for (const event of ['resize', 'scroll']) viewport?.addEventListener(event, changed)
  return () => {
    for (const event of ['resize', 'scroll']) viewport?.removeEventListener(event, changed)
  }
}

/**
 * Returns how many CSS pixels of the page's bottom the on-screen keyboard covers.
 * Browsers shrink the visual viewport for the keyboard, but do not move elements fixed to the bottom of the layout.
 */
export const useKeyboardInset = (): number => useSyncExternalStore(followViewport, coveredPx, () => 0)
