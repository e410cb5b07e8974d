/** An IANA time zone this runtime knows. Offsets are none: the database reads their sign the other way round. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && name.length <= 60
  } catch {
    return false
  }
}
