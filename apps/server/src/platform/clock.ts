/** The only source of time. Tests inject a clock that they advance, so no test sleeps. */
export type Clock = {
  now(): Date
  wait(ms: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
