import type { AttemptId } from '@pawtrait/contract/ids.ts'
import type { Provider } from '#features/payments/queries.ts'
import type { Bucket } from '#platform/security/throttle.ts'
import type { OrderRow } from './order-queries.ts'

export type StartedAttempt = { id: AttemptId; reference: string; callbackToken: string }

/** A kind of try: what its row says, what it counts against, and how it is handed over once the row stands. */
export type AttemptStart = {
  provider: Provider
  phoneEnd: string | null
  reference: string
  /** Leave the same phone alone for a while. */
  pauses: Bucket[]
  limits: Bucket[]
  submit: (order: OrderRow, attempt: StartedAttempt) => Promise<void>
}
