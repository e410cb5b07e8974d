import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'

/** SQL of the user's orders with their payments, one row per payment. Amounts in minor units. */
export const exportedOrders = (user: UserId) => sql`
  select o.id as "orderId", o.created_at as "orderedAt", o.state, o.amount_minor as "amountMinor", o.currency,
    o.livemode, p.id as "paymentId", p.created_at as "paidAt", p.amount_minor as "paidMinor", p.provider, p.method,
    p.receipt_code as "receiptCode", p.disposition, r.no as "receiptNo", r.credited_minor as "creditedMinor"
  from orders o left join payments p on p.order_id = o.id left join receipts r on r.payment_id = p.id
  where o.user_id = ${user} order by o.id, p.id`
