import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { payments } from '#features/payments/tables.ts'
import { users } from '#features/users/tables.ts'
import { id, instant } from '#platform/database/columns.ts'

/** Refund requests of buyers, one per payment. The operator decides about them. Deleted with the buyer's account. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    words: text('words').notNull(),
    /** Reason for the refusal; null while the request is open. A granted request has a refund instead. */
    refusal: text('refusal'),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    refusedAt: instant('refused_at'),
  },
  (t) => [
    uniqueIndex('refund_requests_payment').on(t.paymentId),
    index('refund_requests_of_user').on(t.userId),
    index('refund_requests_open').on(t.id).where(sql`refused_at is null`),
    check('refund_requests_refused', sql`(${t.refusal} is null) = (${t.refusedAt} is null)`),
  ],
)
