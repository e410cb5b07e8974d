import type { AttemptId, OrderId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type ConfirmedPayment, type SettleOutcome, settlePayment } from '#features/payments/ledger/settle-payment.ts'
import { readCurrentPlan } from '#features/premium/current-plan.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import type { TestServer } from './server.ts'

export type TestAttempt = { order: OrderId; attempt: AttemptId; checkout: string }

/** Inserts an open order of a user. */
export async function anOrder(server: TestServer, user: { id: UserId }): Promise<OrderId> {
  const { deps, clock } = server
  const plan = await readCurrentPlan({ config: deps.config, db: deps.database, now: clock.now() })
  const order = newId<OrderId>(clock.now())
  await deps.database.rows(sql`
    insert into orders (id, user_id, plan_id, amount_minor, currency, state, idempotency_key, livemode, created_at)
    values (${order}, ${user.id}, ${plan.id}, 150000, 'KES', 'open', ${order}, ${deps.config.payments.livemode},
      ${clock.now().toISOString()})`)
  return order
}

/** Inserts a pending M-Pesa attempt. */
export async function anAttempt(server: TestServer, order: OrderId): Promise<TestAttempt> {
  const { deps, clock } = server
  const attempt = newId<AttemptId>(clock.now())
  const checkout = `ws_CO_${attempt}`
  const reference = attempt.replaceAll('-', '').slice(-12).toUpperCase()
  await deps.database.rows(sql`
    insert into payment_attempts (id, order_id, provider, state, checkout_request_id, reference, livemode, created_at,
      submitted_at)
    values (${attempt}, ${order}, 'mpesa', 'pending', ${checkout}, ${reference}, ${deps.config.payments.livemode},
      ${clock.now().toISOString()}, ${clock.now().toISOString()})`)
  return { order, attempt, checkout }
}

/** Settles an attempt as the provider's confirmation would. */
export const settleAttempt = (
  server: TestServer,
  { attempt, checkout }: TestAttempt,
  more: Partial<ConfirmedPayment> = {},
): Promise<SettleOutcome> =>
  settlePayment(createContext(server.deps, systemCaller), {
    attempt,
    providerTxnId: checkout,
    amountMinor: 150_000n,
    currency: 'KES',
    livemode: server.deps.config.payments.livemode,
    receiptCode: null,
    method: null,
    confirmedBy: 'query',
    ...more,
  })

/** Gives the user a paid month of Premium. */
export async function givenPremium(server: TestServer, user: { id: UserId }): Promise<OrderId> {
  const attempt = await anAttempt(server, await anOrder(server, user))
  const outcome = await settleAttempt(server, attempt)
  if (outcome !== 'applied') throw new Error(`the payment was ${outcome}`)
  return attempt.order
}
