/** Leaves a flag for the next page in this tab. Does nothing where storage is disabled. */
export function noteForNextPage(key: string) {
  try {
    sessionStorage.setItem(key, 'true')
  } catch {
    // Best effort.
  }
}

/** Returns whether the previous page left the flag, and clears it. */
export function takeNote(key: string): boolean {
  try {
    const isNoted = sessionStorage.getItem(key) !== null
    sessionStorage.removeItem(key)
    return isNoted
  } catch {
    return false
  }
}
