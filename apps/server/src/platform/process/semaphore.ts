export class SemaphoreTimeout extends Error {}

/** Runs work when a permit is free. Work runs in the order of the calls. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Returns a semaphore. If no permit is free within `waitMs`, it throws SemaphoreTimeout and does not run the work. */
export function createSemaphore(permits: number, waitMs: number): Semaphore {
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
