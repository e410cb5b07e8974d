import { useSyncExternalStore } from 'react'

/**
 * Returns the height in px that the on-screen keyboard covers. Returns 0 while the page is zoomed in, because the
 * height can't be measured then.
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
 * Returns the height in px of the on-screen keyboard over the page, to move fixed elements above it.
 * Browsers shrink the visual viewport for the keyboard, but do not move elements fixed to the bottom of the layout.
 */
export const useKeyboardInset = (): number => useSyncExternalStore(followViewport, coveredPx, () => 0)
