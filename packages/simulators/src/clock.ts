/** The time of the simulators. Tests bring one that stands still until it is moved. */
export type Clock = {
  now(): Date
  /** Runs `act` once, `ms` from now; calling what it returns takes that back. */
  after(ms: number, act: () => void): () => void
}

/** Real time. Its timers never keep a process alive: a payment nobody answered must not hold up a stop. */
export const systemClock: Clock = {
  now: () => new Date(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref()
    return () => clearTimeout(timer)
  },
}
