const listeners = new Set<() => void>()

/**
 * Reports that the user is about to leave the page. Call this before the page unmounts. During the unmount, parts of
 * the page are already missing.
 */
export function reportPageLeave() {
  for (const listener of listeners) listener()
}

/** Calls back when the user leaves the page or the document. Returns the function to unsubscribe. */
export function onPageLeave(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('pagehide', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('pagehide', listener)
  }
}
