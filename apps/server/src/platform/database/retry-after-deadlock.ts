import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock } from './db-errors.ts'

// Pause before a retry after a deadlock: an immediate retry could deadlock again with the other transaction.
const RETRY_MS = 30
const RETRIES = 3

/** Returns a function that repeats work after a deadlock, up to three times. */
export const retryAfterDeadlock =
  (onDeadlock: () => void) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++)
      try {
        return await work()
      } catch (error) {
        if (tries > RETRIES || !isDeadlock(error)) throw error
        onDeadlock()
        await sleep(RETRY_MS * tries * (1 + Math.random()))
      }
  }
