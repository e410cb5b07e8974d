import type { Log } from '#platform/monitoring/log.ts'

/** Signals to other processes to read the outbox after a commit. If one is lost, they read it within a second. */
export type WakeUps = {
  /** Wakes all other processes without waiting; never fails. */
  wake(): void
  /** Registers the callback for wake-ups, and for times when some may have been lost. */
  onWake(listener: () => void): void
  close(): Promise<void>
}

/** Wake-ups over NATS; undefined without URLs. */
export async function openWakeUps(natsUrls: readonly string[], log: Log): Promise<WakeUps | undefined> {
  if (natsUrls.length === 0) return undefined
  const { openNats } = await import('./nats.ts')
  return openNats(natsUrls, log)
}
