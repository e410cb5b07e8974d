import type { Log } from '#platform/monitoring/log.ts'

/**
 * How processes wake each other after a commit: "there is something new", and no more. What it is stands in the outbox,
 * which each reads once a second anyway, so nothing depends on a wake-up but how soon it is read.
 */
export type WakeUps = {
  /** Wakes all other processes; costs whoever calls nothing, and never fails. */
  wake(): void
  /** Calls back when another process woke us, and whenever wake-ups may have been lost. */
  onWake(hear: () => void): void
  close(): Promise<void>
}

/** Over NATS, where there are addresses of its servers; only then is there anything to load. */
export async function openWakeUps(natsUrls: readonly string[], log: Log): Promise<WakeUps | undefined> {
  if (natsUrls.length === 0) return undefined
  const { openNats } = await import('./nats.ts')
  return openNats(natsUrls, log)
}
