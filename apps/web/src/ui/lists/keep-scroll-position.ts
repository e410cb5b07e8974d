const HOLD_MS = 5000
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Calls `restore` to scroll, and again whenever the height of the page changes. Content that loads late moves the
 * target down, and a short page cannot scroll far enough at first. Stops at the first user input, or after five
 * seconds. Returns the function to stop earlier.
 */
export function keepScrollPosition(restore: () => void): () => void {
  const observer = new ResizeObserver(restore)
  const input = new AbortController()
  const stop = () => {
    observer.disconnect()
    input.abort()
    clearTimeout(timer)
  }
  const timer = setTimeout(stop, HOLD_MS)
  restore()
  observer.observe(document.body)
  for (const name of INPUTS) window.addEventListener(name, stop, { signal: input.signal, capture: true, passive: true })
  return stop
}
