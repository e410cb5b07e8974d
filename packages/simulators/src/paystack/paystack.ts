import type { Clock } from '../clock.ts'
import type { TestCredentials } from '../credentials.ts'
import type { Delays } from '../delays.ts'
import type { Webhooks } from '../http/webhooks.ts'
import type { Transactions } from './transactions.ts'

/** Everything a call of Paystack works on. */
export type Paystack = {
  clock: Clock
  delays: Delays
  credentials: TestCredentials['paystack']
  transactions: Transactions
  webhooks: Webhooks
  /** Origin under which a browser finds /test/checkout. */
  pagesUrl(): string
  changed(): void
}
