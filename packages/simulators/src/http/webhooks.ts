import type { Clock } from '../clock.ts'
import type { Delays } from '../delays.ts'
import type { MessageDelivery } from './message-delivery.ts'

/** Simulated faults of a provider's webhooks. They remain active until they are changed. */
export type WebhookFaults = { lose: boolean; sendTwice: boolean; late: boolean }

/** Sends webhooks to the URL that the merchant has set in the provider's dashboard. */
export type Webhooks = {
  setUrl(url: string): void
  setFaults(faults: Partial<WebhookFaults>): void
  /**
   * Sends a webhook, and retries until a 2xx response or the maximum of `tries` attempts. Calls `make` before each
   * attempt, so that each attempt has a new signature.
   */
  send(make: () => { body: string; headers: Record<string, string> }): void
}

export function makeWebhooks(parts: {
  clock: Clock
  delays: Delays
  deliver: MessageDelivery
  tries: number
}): Webhooks {
  const { clock, delays, deliver } = parts
  let url: string | undefined
  const faults: WebhookFaults = { lose: false, sendTwice: false, late: false }
  const attempt = async (make: Parameters<Webhooks['send']>[0], remaining: number): Promise<void> => {
    if (!url) return
    const { body, headers } = make()
    const status = await deliver.post(url, body, headers)
    const isAccepted = status !== undefined && status >= 200 && status < 300
    if (!isAccepted && remaining > 1) clock.after(delays.webhookRetry, () => void attempt(make, remaining - 1))
  }
  return {
    setUrl(newUrl) {
      url = newUrl
    },
    setFaults: (newFaults) => void Object.assign(faults, newFaults),
    send(make) {
      if (faults.lose) return
      const first = delays.callback + (faults.late ? delays.late : 0)
      for (const ms of faults.sendTwice ? [first, first + delays.callback] : [first])
        clock.after(ms, () => void attempt(make, parts.tries))
    },
  }
}
