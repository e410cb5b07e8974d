import { sql } from 'drizzle-orm'
import { refundStates } from '#features/payments/tables.ts'
import type { Db } from '#platform/database/db.ts'

/** Number of open payments in a state, or of unfinished tasks of a kind; `what` is the state or kind. */
export type PaymentCount = { what: string; count: number }

/** All values of `what` that `selectPaymentCounts` can return. */
export const countablePaymentStates: readonly string[] = [
  ...['created', 'submitting', 'pending', 'manual', 'dispute', 'event', 'unmatched'],
  ...refundStates.filter((state) => state !== 'done').map((state) => `refund-${state}`),
]

// Counting stops at this number, because operators do not need to distinguish larger ones.
const MAX_COUNT = 10_000

/** Counts open payments by state, and unfinished work by kind. Each count reads a partial index of only these rows. */
export const selectPaymentCounts = (db: Db) =>
  db.rows<PaymentCount>(sql`
    select what, count(*)::int as count from (
      (select state as what from payment_attempts where state in ('created', 'submitting', 'pending')
        limit ${MAX_COUNT}::int)
      union all (select 'manual' from payment_attempts where manual_reason is not null limit ${MAX_COUNT}::int)
      union all (select 'dispute' from payment_attempts where dispute = 'open' limit ${MAX_COUNT}::int)
      union all (select 'refund-' || state from refunds where state <> 'done' limit ${MAX_COUNT}::int)
      union all (select 'event' from provider_events where processed_at is null limit ${MAX_COUNT}::int)
      union all (select 'unmatched' from provider_events where outcome like 'unmatched%' limit ${MAX_COUNT}::int)
    ) waiting group by what`)
