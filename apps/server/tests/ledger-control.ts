import { sql } from 'drizzle-orm'
import type { InboxEvent } from '#features/payments/queries.ts'
import type { Db } from '#platform/database/db.ts'

/** SQL that creates the tables of the control experiment: the ledger's tables with fewer columns and no constraints. */
export const controlTables = [
  sql`create table control_orders as select id, user_id, state from orders`,
  sql`create table control_payments (order_id uuid, amount_minor bigint)`,
  sql`create table control_periods (user_id uuid, during tstzrange)`,
  sql`create table control_receipts (no int)`,
]

/**
 * Settles a payment without locks or a transaction, as a control: reads the order, queries the provider, and writes
 * rows one by one.
 */
export async function settleNaively(db: Db, event: InboxEvent, ask: () => Promise<unknown>): Promise<string> {
  const order = await db.row<{ id: string; userId: string; state: string }>(sql`
    select o.id, o.user_id as "userId", o.state from control_orders o join payment_attempts a on a.order_id = o.id
    where a.id = ${event.attemptId}`)
  if (!order || order.state === 'fulfilled') return 'nothing to do'
  await ask()
  await db.rows(sql`insert into control_payments values (${order.id}, 150000)`)
  const last = await db.row<{ at: string }>(sql`
    select coalesce(max(upper(during)), now()) as at from control_periods where user_id = ${order.userId}`)
  await db.rows(sql`
    insert into control_periods
    values (${order.userId}, tstzrange(${last?.at}::timestamptz, ${last?.at}::timestamptz + interval '1 month'))`)
  const number = await db.row<{ no: number }>(sql`select coalesce(max(no), 0) + 1 as no from control_receipts`)
  await db.rows(sql`insert into control_receipts values (${number?.no}::int)`)
  await db.rows(sql`update control_orders set state = 'fulfilled' where id = ${order.id}`)
  return 'granted'
}
