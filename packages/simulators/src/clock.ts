/** Clock of the simulators. Tests use a clock that only moves on demand. */
export type Clock = {
  now(): Date
  /** Runs `act` once after `ms`; the returned function cancels it. */
  after(ms: number, act: () => void): () => void
}

/** Clock with real time. Its timers do not keep the process alive: a pending payment must not delay a stop. */
export const systemClock: Clock = {
  now: () => new Date(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref()
    return () => clearTimeout(timer)
  },
}
