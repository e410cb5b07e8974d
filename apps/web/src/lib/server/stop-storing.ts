let isOut = false

/** Makes this page store nothing on the device any more, because the user has logged out. */
export function stopStoring() {
  isOut = true
}

/** Reverts `stopStoring`. For tests, which run in one page without a reload. */
export function resumeStoring() {
  isOut = false
}

/** Returns whether the user of this page has logged out. */
export const hasStoppedStoring = () => isOut
