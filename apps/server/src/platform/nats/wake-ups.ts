import type { Log } from '#platform/monitoring/log.ts'

/**
 * Wake-ups between processes after a commit, without content. The news is in the outbox, which every process also reads
 * once a second, so a lost wake-up only delays.
 */
export type WakeUps = {
  /** Wakes all other processes without waiting; never fails. */
  wake(): void
  /** Registers the callback for wake-ups by others, and for times when wake-ups may have been lost. */
  onWake(listener: () => void): void
  close(): Promise<void>
}

/** Returns wake-ups over NATS, or undefined without URLs; loads the client only when needed. */
export async function openWakeUps(natsUrls: readonly string[], log: Log): Promise<WakeUps | undefined> {
  if (natsUrls.length === 0) return undefined
  const { openNats } = await import('./nats.ts')
  return openNats(natsUrls, log)
}
