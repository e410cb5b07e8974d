/** Time of the simulators. Tests use one that only moves on demand. */
export type Clock = {
  now(): Date
  /** Runs `act` once in `ms`; the returned function cancels it. */
  after(ms: number, act: () => void): () => void
}

/** Real time. Its timers do not keep the process alive: an unanswered payment must not delay a stop. */
export const systemClock: Clock = {
  now: () => new Date(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref()
    return () => clearTimeout(timer)
  },
}
