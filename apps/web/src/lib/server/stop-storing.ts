let isOut = false

/** Makes this page store nothing on the device any more, because the user has logged out. */
export function stopStoring() {
  isOut = true
}

/** Undoes `stopStoring`, like a page load. For tests, which share a page. */
export function resumeStoring() {
  isOut = false
}

/** Returns whether the user of this page has logged out. */
export const hasStoppedStoring = () => isOut
