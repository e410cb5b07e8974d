import type { AttemptId, OrderId, UserId } from '@pawtrait/contract/ids.ts'
import type { PaymentClaim } from '@pawtrait/contract/payments/payment-claims.ts'
import { sql } from 'drizzle-orm'
import type { OperatorQueueItem } from '#features/payments/ledger/payment-queue-queries.ts'
import type { OrderState } from '#features/payments/queries.ts'
import type { Db } from '#platform/database/db.ts'

export type ClaimRow = {
  id: string
  orderId: OrderId
  userId: UserId | null
  orderState: OrderState
  code: string
  state: PaymentClaim['state']
  reason: PaymentClaim['reason']
  conversationId: string | null
  amountMinor: string
  currency: string
  livemode: boolean
  toldAt: string
}

const claim = sql`c.id, c.order_id as "orderId", o.user_id as "userId", o.state as "orderState", c.code, c.state,
  c.reason, c.conversation_id as "conversationId", o.amount_minor as "amountMinor", o.currency, c.livemode,
  c.told_at as "toldAt" from payment_claims c join orders o on o.id = c.order_id`

export const selectClaim = (db: Db, id: string) => db.row<ClaimRow>(sql`select ${claim} where c.id = ${id}`)

/** Returns claims of an order, newest first. */
export const selectClaims = (db: Db, order: OrderId, limit: number) =>
  db.rows<ClaimRow>(sql`select ${claim} where c.order_id = ${order} order by c.id desc limit ${limit}::int`)

export const selectClaimByCode = (db: Db, order: OrderId, code: string) =>
  db.row<ClaimRow>(sql`select ${claim} where c.order_id = ${order} and c.code = ${code}`)

/** Returns the order that was paid with a code; undefined if no payment has this code. */
export const selectOrderIdByReceiptCode = async (db: Db, code: string): Promise<OrderId | undefined> =>
  (await db.row<{ order: OrderId }>(sql`select order_id as "order" from payments where receipt_code = ${code}`))?.order

export type NewClaim = {
  id: string
  order: OrderId
  code: string
  state: PaymentClaim['state']
  reason: PaymentClaim['reason']
  livemode: boolean
  now: Date
}

/** Inserts a claim, or reopens a refused one; returns its id. */
export const upsertClaim = async (db: Db, c: NewClaim): Promise<string> => {
  const row = await db.row<{ id: string }>(sql`
    insert into payment_claims (id, order_id, code, state, reason, livemode, created_at, told_at)
    values (${c.id}, ${c.order}, ${c.code}, ${c.state}, ${c.reason}, ${c.livemode}, ${c.now.toISOString()},
      ${c.now.toISOString()})
    on conflict (order_id, code) do update set state = excluded.state, reason = excluded.reason,
      told_at = excluded.told_at, result_token_hash = null, conversation_id = null
    returning id`)
  return row?.id ?? c.id
}

/** Stores the hash of the result URL's token before M-Pesa is queried. Returns false if the claim is not `checking`. */
export const updateResultTokenHash = async (db: Db, id: string, tokenHash: Buffer): Promise<boolean> =>
  (
    await db.rows(sql`
      update payment_claims set result_token_hash = ${tokenHash}, conversation_id = null
      where id = ${id} and state = 'checking' returning 1`)
  ).length > 0

export const updateClaimConversation = (db: Db, id: string, conversation: string) =>
  db.rows(sql`update payment_claims set conversation_id = ${conversation} where id = ${id} and state = 'checking'`)

/** Sets the state of an undecided claim. Returns false, without a change, if it is decided or already in this state. */
export const updateClaimState = async (
  db: Db,
  id: string,
  state: 'by-hand' | 'accepted' | 'refused',
  reason: PaymentClaim['reason'] = null,
): Promise<boolean> =>
  (
    await db.rows(sql`
      update payment_claims set state = ${state}, reason = ${reason}
      where id = ${id} and state in ('checking', 'by-hand') and state <> ${state} returning 1`)
  ).length > 0

/** Accepts claims with this code for the attempt's order. Call it after the operator has settled the attempt. */
export const acceptClaimsOfCode = (db: Db, attempt: AttemptId, code: string) =>
  db.rows(sql`
    update payment_claims set state = 'accepted', reason = null
    where code = ${code} and order_id = (select order_id from payment_attempts where id = ${attempt})`)

export const escalateUnansweredClaims = (db: Db, submittedBefore: Date) =>
  db.rows<{ id: string; userId: UserId | null; orderId: OrderId }>(sql`
    with silent as (
      update payment_claims set state = 'by-hand'
      where state = 'checking' and told_at <= ${submittedBefore.toISOString()}
      returning id, order_id)
    select s.id, o.user_id as "userId", s.order_id as "orderId" from silent s join orders o on o.id = s.order_id`)

export type ClaimablePrompt = {
  id: AttemptId
  checkoutRequestId: string | null
  phoneEnd: string | null
  createdAt: string
}

/** Returns M-Pesa prompts of an order that were sent but not confirmed as paid, newest first. */
export const selectClaimablePrompts = (db: Db, order: OrderId) =>
  db.rows<ClaimablePrompt>(sql`
    select id, checkout_request_id as "checkoutRequestId", phone_end as "phoneEnd", created_at as "createdAt"
    from payment_attempts
    where order_id = ${order} and provider = 'mpesa' and state <> 'paid' and submitted_at is not null
    order by id desc`)

/**
 * Returns whether an M-Pesa payment without a code began within 15 minutes of `at`, and may come from this phone: the
 * last digits of both phones are equal, or unknown for one of them.
 */
export const hasPaymentWithoutCode = async (db: Db, phoneEnd: string | null, at: Date) =>
  (await db.row(sql`
    select 1 from payments p join payment_attempts a on a.id = p.attempt_id
    where p.provider = 'mpesa' and p.receipt_code is null
      and (${phoneEnd}::text is null or a.phone_end is null or a.phone_end = ${phoneEnd})
      and a.created_at between ${at.toISOString()}::timestamptz - interval '15 minutes'
        and ${at.toISOString()}::timestamptz + interval '15 minutes'
    limit 1`)) !== undefined

/** Returns the claims that the operator has to check. Leaves out claims about paid orders. */
export const selectClaimQueue = (db: Db) =>
  db.rows<OperatorQueueItem>(sql`
    select c.id, 'claim' as what, c.state, o.amount_minor as "amountMinor", o.currency, 'mpesa' as provider,
      coalesce((select a.reference from payment_attempts a
        where a.order_id = o.id and a.provider = 'mpesa' and a.state <> 'paid' order by a.id desc limit 1), '-')
        as reference,
      c.code as "receiptCode", u.username, c.told_at as "createdAt", c.livemode
    from payment_claims c join orders o on o.id = c.order_id left join users u on u.id = o.user_id
    where c.state = 'by-hand' and o.state in ('open', 'canceled')`)
