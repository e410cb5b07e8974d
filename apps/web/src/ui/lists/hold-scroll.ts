const HOLD_MS = 5000
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

let release = () => {}

/** Stops holding a scroll position, for example because another page is shown. */
export const releaseScroll = () => release()

/**
 * Scrolls by calling `place`, and again whenever the page changes its height: parts that load late push the content
 * down, and a page that is still too short cannot scroll far enough. Ends at the first input, or after five seconds.
 */
export function holdScroll(place: () => void) {
  const observer = new ResizeObserver(place)
  const input = new AbortController()
  const stop = () => {
    observer.disconnect()
    input.abort()
    clearTimeout(timer)
  }
  const others = release
  const timer = setTimeout(stop, HOLD_MS)
  release = () => {
    others()
    stop()
    release = () => {}
  }
  place()
  observer.observe(document.body)
  for (const name of INPUTS) window.addEventListener(name, stop, { signal: input.signal, capture: true, passive: true })
}
