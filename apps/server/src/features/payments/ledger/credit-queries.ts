import type { PaymentId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

/** Locks the order, then the payment, until the transaction ends. Only one process then writes credits. */
export async function lockPayment(db: Db, payment: PaymentId) {
  await db.rows(sql`select 1 from orders where id = (select order_id from payments where id = ${payment}) for update`)
  await db.rows(sql`select 1 from payments where id = ${payment} for update`)
}

const sumCredits = (payment: PaymentId) =>
  sql`(select coalesce(sum(amount_minor), 0) from credits where payment_id = ${payment})`

export const selectCreditedAmount = async (db: Db, payment: PaymentId): Promise<bigint> =>
  BigInt((await db.row<{ minor: string }>(sql`select ${sumCredits(payment)} as minor`))?.minor ?? 0)

export type NewCredit = {
  id: string
  payment: PaymentId
  key: string
  /** Null means the part of the payment that was not yet returned. A larger amount is reduced to this part. */
  amountMinor: bigint | null
  livemode: boolean
  now: Date
}

/** Inserts a credit. Returns false if the key was already used or the payment is fully credited. */
export const insertCredit = async (db: Db, c: NewCredit): Promise<boolean> =>
  (
    await db.rows(sql`
      with rest as (
        select amount_minor - ${sumCredits(c.payment)} as minor from payments where id = ${c.payment})
      insert into credits (id, payment_id, key, amount_minor, livemode, created_at)
      select ${c.id}, ${c.payment}, ${c.key},
        least(${c.amountMinor === null ? null : String(c.amountMinor)}::bigint, minor), ${c.livemode},
        ${c.now.toISOString()}
      from rest where minor > 0
      on conflict (payment_id, key) do nothing returning 1`)
  ).length > 0

export const markReceiptCredited = (db: Db, payment: PaymentId, minor: bigint, now: Date) =>
  db.rows(sql`
    update receipts set credited_at = ${now.toISOString()}, credited_minor = ${String(minor)}
    where payment_id = ${payment}`)
