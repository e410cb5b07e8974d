/** Clock of the simulators. Tests use a clock that advances only on demand. */
export type Clock = {
  now(): Date
  /** Runs `act` once after `ms`. The returned function cancels the run. */
  after(ms: number, act: () => void): () => void
}

/** The system clock. Its timers do not keep the process running, so a pending payment does not delay the exit. */
export const systemClock: Clock = {
  now: () => new Date(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref()
    return () => clearTimeout(timer)
  },
}
