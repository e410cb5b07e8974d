/** Sets a flag that the next page in this tab can read. Does nothing where storage is disabled. */
export function setFlashFlag(key: string) {
  try {
    sessionStorage.setItem(key, 'true')
  } catch {
    // Storage is disabled. The flag is not essential.
  }
}

/** Returns whether the previous page set the flag, and clears it. */
export function consumeFlashFlag(key: string): boolean {
  try {
    const isSet = sessionStorage.getItem(key) !== null
    sessionStorage.removeItem(key)
    return isSet
  } catch {
    return false
  }
}
