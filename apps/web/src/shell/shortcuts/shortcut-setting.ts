const KEY = 'shortcuts'

/** Returns whether single-key shortcuts are on for this device. WCAG 2.1.4 requires a way to switch them off. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Stores the setting if the browser allows it. */
export function setShortcutsOn(on: boolean) {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Local storage is unavailable: the setting can't be saved, so the shortcuts stay on.
  }
  // Notifies this tab too: the browser dispatches the storage event only in other tabs.
  window.dispatchEvent(new Event('storage'))
}

/** Calls back on a change in this or another tab. Returns the function to unsubscribe. */
export function subscribeToShortcutSetting(onChange: () => void) {
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}
