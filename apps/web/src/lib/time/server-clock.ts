let offsetMs = 0

/** Reads the server's time from a response. The clock of a device may be wrong by minutes. */
export function readServerTime(response: Response) {
  const sentAt = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(sentAt)) offsetMs = sentAt - new Date().getTime()
}

/** Returns the server's time in milliseconds, to about two seconds; the device's time before the first response. */
export const serverNow = (): number => new Date().getTime() + offsetMs
