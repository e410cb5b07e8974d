let isOut = false

/** From here on this page keeps nothing on the device any more: it is about to be left, and lives until then. */
export function stopStoring() {
  isOut = true
}

/** Undoes `stopStoring`, as a load of the page does. For tests, whose files share a page. */
export function resumeStoring() {
  isOut = false
}

/** Whether whoever this page was drawn for has logged out. */
export const hasStoppedStoring = () => isOut
