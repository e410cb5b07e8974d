import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/payments/tables.ts'
import { bytes, id, instant } from '#platform/database/columns.ts'

/** M-Pesa codes that buyers submit as proof of payment. M-Pesa or the operator has to confirm them. */
export const paymentClaims = pgTable(
  'payment_claims',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    code: text('code').notNull(),
    state: text('state', { enum: ['checking', 'by-hand', 'accepted', 'refused'] }).notNull(),
    reason: text('reason', { enum: ['unknown-code', 'used', 'does-not-fit'] }),
    /** SHA-256 of the token in the result URL. */
    resultTokenHash: bytes('result_token_hash'),
    /** M-Pesa's ConversationID of the query. A result with another id is ignored. */
    conversationId: text('conversation_id'),
    livemode: boolean('livemode').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Time of the latest submission. Buyers may submit a refused claim again. */
    toldAt: instant('told_at').notNull(),
  },
  (t) => [
    uniqueIndex('payment_claims_once').on(t.orderId, t.code),
    uniqueIndex('payment_claims_token').on(t.resultTokenHash),
    index('payment_claims_open').on(t.toldAt).where(sql`state in ('checking', 'by-hand')`),
    check('payment_claims_state', sql`${t.state} in ('checking', 'by-hand', 'accepted', 'refused')`),
    check('payment_claims_reason', sql`${t.reason} in ('unknown-code', 'used', 'does-not-fit')`),
    check('payment_claims_refused', sql`(${t.state} = 'refused') = (${t.reason} is not null)`),
  ],
)
