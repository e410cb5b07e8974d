/** "20 December 2026", in the reader's zone unless another is told; a bare day (`2026-12-20`) is that day in `UTC`. */
export const longDay = (iso: string, locale: string, timeZone?: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(timeZone && { timeZone }) }).format(new Date(iso))

/** "1:42" of a number of seconds. */
export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
