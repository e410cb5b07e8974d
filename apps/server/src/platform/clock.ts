/** The only source of the current time. Tests replace it with a clock that they advance, so they never sleep. */
export type Clock = {
  now(): Date
  wait(ms: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
