const KEY = 'shortcuts'

/** Whether single letters do something on this device (WCAG 2.1.4 asks for a way to switch that off). */
export function shortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Kept as far as the browser lets us. */
export function setShortcuts(on: boolean) {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // A browser that keeps nothing has them on.
  }
  // Other tabs are told by the browser, this one is not.
  window.dispatchEvent(new Event('storage'))
}

/** Calls back when it may have been switched, here or in another tab. Gives the way to stop. */
export function followShortcuts(onChange: () => void) {
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}
