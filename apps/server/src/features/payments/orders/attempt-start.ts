import type { AttemptId } from '@pawtrait/contract/ids.ts'
import type { Provider } from '#features/payments/queries.ts'
import type { Bucket } from '#platform/security/throttle.ts'
import type { OrderRow } from './order-queries.ts'

export type StartedAttempt = { id: AttemptId; reference: string; callbackToken: string }

/** How a kind of attempt starts: its row, its rate limits, and the call that submits it after the commit. */
export type AttemptStart = {
  provider: Provider
  phoneEnd: string | null
  reference: string
  /** Limits that impose a pause before the next prompt to the same phone. */
  pauses: Bucket[]
  limits: Bucket[]
  submit: (order: OrderRow, attempt: StartedAttempt) => Promise<void>
}
