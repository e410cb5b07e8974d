type Connection = { saveData?: boolean }

/** Returns whether the setting "Use less data" is on in this browser. */
export const isDataSaverOn = (): boolean => /(^|; )less_data=1/.test(document.cookie)

/** Returns whether to use less data, because of the browser's own setting or the app's setting "Use less data". */
export const shouldSaveData = (): boolean =>
  (navigator as { connection?: Connection }).connection?.saveData === true || isDataSaverOn()
