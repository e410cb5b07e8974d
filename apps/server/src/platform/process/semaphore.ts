export class SemaphoreTimeout extends Error {}

/** Runs work once a permit is free, first come first served. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns a semaphore.
 * @throws SemaphoreTimeout when no permit was free within `waitMs`; the work has not started then
 */
export function semaphore(permits: number, waitMs: number): Semaphore {
  const waiting = new Set<() => void>()
  let free = permits
  const waitForPermit = () => {
    const permit = Promise.withResolvers<void>()
    const enter = () => {
      clearTimeout(timer)
      waiting.delete(enter)
      permit.resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(enter)
      permit.reject(new SemaphoreTimeout())
    }, waitMs)
    waiting.add(enter)
    return permit.promise
  }
  return async (work) => {
    if (free > 0) free--
    else await waitForPermit()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) next()
      else free++
    }
  }
}
