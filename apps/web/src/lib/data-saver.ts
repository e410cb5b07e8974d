type Connection = { saveData?: boolean }

/** Returns whether the setting "Use less data" is on in this browser. */
export const hasChosenLessData = (): boolean => /(^|; )less_data=1/.test(document.cookie)

/** Returns whether the browser or the setting "Use less data" asks the app to use less data. */
export const savesData = (): boolean =>
  (navigator as { connection?: Connection }).connection?.saveData === true || hasChosenLessData()
