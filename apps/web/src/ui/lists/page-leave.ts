const listeners = new Set<() => void>()

/** Reports that the user leaves the page. Call this while the page is complete: on unmount, parts are missing. */
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
