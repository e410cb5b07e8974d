import type { AttemptId } from '@pawtrait/contract/ids.ts'
import type { Provider } from '#features/payments/queries.ts'
import type { RateLimitBucket } from '#platform/security/throttle.ts'
import type { OrderRow } from './order-queries.ts'

export type StartedAttempt = { id: AttemptId; reference: string; callbackToken: string }

/** A prepared attempt by phone or card: its row, its rate limits, and the call to the provider after the commit. */
export type PreparedAttempt = {
  provider: Provider
  phoneEnd: string | null
  reference: string
  /** Rate limits that delay the next prompt to the same phone. */
  pauses: RateLimitBucket[]
  limits: RateLimitBucket[]
  submit: (order: OrderRow, attempt: StartedAttempt) => Promise<void>
}
