import type { Clock } from '../clock.ts'
import type { TestCredentials } from '../credentials.ts'
import type { Delays } from '../delays.ts'
import type { Webhooks } from '../http/webhooks.ts'
import type { Transactions } from './transactions.ts'

/** State and services of the Paystack simulator. */
export type Paystack = {
  clock: Clock
  delays: Delays
  credentials: TestCredentials['paystack']
  transactions: Transactions
  webhooks: Webhooks
  /** Origin of /test/checkout that browsers use. */
  pagesUrl(): string
  changed(): void
}
