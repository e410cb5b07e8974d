/** Nobody left in time. */
export class SemaphoreTimeout extends Error {}

/** Runs work when there is a permit for it, in the order of asking. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/**
 * At most so many at once; the others wait for their turn.
 * @throws SemaphoreTimeout when none came within `waitMs`; the work has not begun then
 */
export function semaphore(permits: number, waitMs: number): Semaphore {
  const waiting = new Set<() => void>()
  let free = permits
  const turn = () => {
    const given = Promise.withResolvers<void>()
    const enter = () => {
      clearTimeout(timer)
      waiting.delete(enter)
      given.resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(enter)
      given.reject(new SemaphoreTimeout())
    }, waitMs)
    waiting.add(enter)
    return given.promise
  }
  return async (work) => {
    if (free > 0) free--
    else await turn()
    try {
      return await work()
    } finally {
      // Whoever has waited longest takes the permit over.
      const [next] = waiting
      if (next) next()
      else free++
    }
  }
}
