/** Notes something for the page that this tab is about to load. Where storage is switched off, it hears of nothing. */
export function noteForNextPage(key: string) {
  try {
    sessionStorage.setItem(key, 'true')
  } catch {
    // Nothing depends on it.
  }
}

/** Whether the page before has noted it; said once. */
export function takeNote(key: string): boolean {
  try {
    const isNoted = sessionStorage.getItem(key) !== null
    sessionStorage.removeItem(key)
    return isNoted
  } catch {
    return false
  }
}
