import type { Log } from '#platform/monitoring/log.ts'

/** Tells other processes that the outbox has new rows. If a wake-up is lost, a process polls within a second. */
export type WakeUps = {
  /** Wakes all other processes. Does not wait for them, and never fails. */
  wake(): void
  /** Registers the callback for wake-ups. It is also called when wake-ups may have been lost. */
  onWake(listener: () => void): void
  close(): Promise<void>
}

/** Opens wake-ups over NATS. Returns undefined if no URLs are set. */
export async function openWakeUps(natsUrls: readonly string[], log: Log): Promise<WakeUps | undefined> {
  if (natsUrls.length === 0) return undefined
  const { openNatsWakeUps } = await import('./nats.ts')
  return openNatsWakeUps(natsUrls, log)
}
