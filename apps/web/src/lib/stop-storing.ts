let isOut = false

/** From here on this page keeps nothing on the device any more: it is about to be left, and lives until then. */
export function stopStoring() {
  isOut = true
}

/** Whether whoever this page was drawn for has logged out. */
export const hasStoppedStoring = () => isOut
