import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock } from './db-errors.ts'

// Pause before a retry after a deadlock. Without it, the retry could lock a row before the other transaction continues,
// and cause another deadlock.
const RETRY_MS = 30
const RETRIES = 3

/** Repeats work after a deadlock, up to three times. */
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
