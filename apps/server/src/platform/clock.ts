/** The only source of time. Tests inject their own clock, so that no test sleeps. */
export type Clock = {
  now(): Date
  wait(ms: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
