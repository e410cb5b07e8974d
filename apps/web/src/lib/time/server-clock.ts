let offsetMs = 0

/** Reads the server's time from a response, because the clock of a device may be wrong by minutes. */
export function recordServerTime(response: Response) {
  const sentAt = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(sentAt)) offsetMs = sentAt - new Date().getTime()
}

/** Returns the device's time in milliseconds. Compare it only with other times of this device. */
export const deviceNow = (): number => new Date().getTime()

/**
 * Returns the server's time in ms, accurate to about two seconds. Before the first response, returns the device's time.
 */
export const serverNow = (): number => new Date().getTime() + offsetMs
