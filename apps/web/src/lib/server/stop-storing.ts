let isOut = false

/** From now on this page stores nothing on the device: the user has signed out, and the page is about to be left. */
export function stopStoring() {
  isOut = true
}

/** Undoes `stopStoring`, like a page load. For tests, which share a page. */
export function resumeStoring() {
  isOut = false
}

/** Returns whether the user of this page has logged out. */
export const hasStoppedStoring = () => isOut
