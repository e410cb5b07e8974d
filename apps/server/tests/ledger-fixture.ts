import { randomBytes } from 'node:crypto'
import type { AttemptId, OrderId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'

const USERS = 100
const ORDERS = 400

/** Returns whether the payment with this reference is one shilling too low. Every tenth order has such a payment. */
export const isUnderpaid = (reference: string) => reference.startsWith('SHORT')
export const paidAmountMinor = (short: boolean) => (short ? 149_900n : 150_000n)

type Attempt = { id: AttemptId; order: OrderId; reference: string; checkout: string; state: 'pending' | 'failed' }
type Event = { id: string; attempt: AttemptId; raw: string; dedupe: string }

const json = (rows: object[]) => sql`${JSON.stringify(rows)}::text::jsonb`

const formatCallback = ({ checkout, reference }: Attempt) => {
  const items = [
    { Name: 'Amount', Value: Number(paidAmountMinor(isUnderpaid(reference))) / 100 },
    { Name: 'MpesaReceiptNumber', Value: `R${reference.slice(-6)}` },
    { Name: 'Balance' },
  ]
  const stkCallback = {
    MerchantRequestID: 'm',
    CheckoutRequestID: checkout,
    ResultCode: 0,
    CallbackMetadata: { Item: items },
  }
  return JSON.stringify({ Body: { stkCallback } })
}

const shuffle = <T>(list: T[]): T[] =>
  list
    .map((item) => ({ item, at: randomBytes(4).readUInt32BE() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** Inserts 400 orders of 100 users, and 1,240 events in random order. */
export async function insertEvents(database: Database, now: Date) {
  const users = Array.from({ length: USERS }, () => newId<UserId>(now))
  const plan = newId(now)
  const orders = Array.from({ length: ORDERS }, (_, n) => ({ id: newId<OrderId>(now), user: users[n % USERS], n }))
  const reference = (n: number, second = 0) => `${n % 10 === 0 ? 'SHORT' : 'FULL'}${second}${1000 + n}`
  const attempt = (order: OrderId, ref: string, state: Attempt['state']): Attempt => {
    const id = newId<AttemptId>(now)
    return { id, order, reference: ref, checkout: `ws_CO_${ref}`, state }
  }
  const retriedOrders = orders.filter(({ n }) => n % 10 === 5)
  const firstAttempts = orders.map(({ id, n }) => attempt(id, reference(n), n % 10 === 5 ? 'failed' : 'pending'))
  const secondAttempts = retriedOrders.map(({ id, n }) => attempt(id, reference(n, 1), 'pending'))
  const event = (of: Attempt, raw: string): Event => {
    const id = newId<string>(now)
    return { id, attempt: of.id, raw, dedupe: id }
  }
  const messages = [
    ...firstAttempts.flatMap((first) => [
      { of: first, raw: formatCallback(first) },
      { of: first, raw: formatCallback(first) },
      { of: first, raw: '{"poll":true}' },
    ]),
    ...secondAttempts.map((second) => ({ of: second, raw: formatCallback(second) })),
  ]
  const events = shuffle(messages).map(({ of, raw }) => event(of, raw))
  await insertAll(database, { users, plan, orders, attempts: [...firstAttempts, ...secondAttempts], events, now })
  return { events: events.length }
}

type Rows = {
  users: UserId[]
  plan: string
  orders: { id: OrderId; user: UserId | undefined; n: number }[]
  attempts: Attempt[]
  events: Event[]
  now: Date
}

async function insertAll(db: Db, { users, plan, orders, attempts, events, now }: Rows) {
  const at = now.toISOString()
  await db.rows(sql`
    insert into users (id, username, fullname, email, zip_hash, state, time_zone, created_at)
    select id::uuid, 'u' || n, 'U', 'u' || n || '@example.test', '', 'active', 'Africa/Nairobi', ${at}
    from jsonb_array_elements_text(${json(users.map(String) as never)}) with ordinality as t (id, n)`)
  await db.rows(sql`
    insert into plans (id, code, price_minor, currency, period, livemode)
    values (${plan}, 'premium', 150000, 'KES', 'P1M', true)`)
  await db.rows(sql`
    insert into orders (id, user_id, plan_id, amount_minor, currency, state, idempotency_key, livemode, created_at)
    select id, "user", ${plan}, 150000, 'KES', 'open', id::text, true, ${at}
    from jsonb_to_recordset(${json(orders)}) as t (id uuid, "user" uuid)`)
  await db.rows(sql`
    insert into payment_attempts (id, order_id, provider, state, checkout_request_id, reference, livemode, created_at)
    select id, "order", 'mpesa', state, checkout, reference, true, ${at}
    from jsonb_to_recordset(${json(attempts)}) as t (id uuid, "order" uuid, state text, checkout text, reference text)`)
  await db.rows(sql`
    insert into provider_events (id, provider, raw, headers, dedupe_key, attempt_id, received_at, livemode)
    select id, 'mpesa', convert_to(raw, 'UTF8'), '{}', dedupe, attempt, ${at}, true
    from jsonb_to_recordset(${json(events)}) as t (id uuid, raw text, dedupe text, attempt uuid)`)
}
