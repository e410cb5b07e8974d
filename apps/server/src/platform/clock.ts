/** The one source of time. Tests bring their own, so that nothing is ever slept for. */
export type Clock = {
  now(): Date
  /** Resolves after `ms` on this clock. */
  wait(ms: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
