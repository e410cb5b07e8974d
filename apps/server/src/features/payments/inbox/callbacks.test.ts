import { randomBytes } from 'node:crypto'
import type { OrderId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashToken } from '#features/payments/providers/callback-urls.ts'
import { minute, second } from '#testing/clock.ts'
import { aUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'

const shop = paymentServerForFile()
const trusting = paymentServerForFile()

let phones = 1_000
const aPhone = () => `2547${++phones}7777`
const LISTED = '196.201.212.69'

/** Sends a phone prompt, and returns it with the token of its callback URL. */
async function prompted(at = shop) {
  const user = await aUser(at.server)
  const [order, phone] = [await at.order(user), aPhone()]
  await at.test(`phone/${phone}/settings`, { toggles: { loseCallback: true } })
  await at.push(user, order, phone)
  const token = randomBytes(32).toString('hex')
  const [row] = await at.server.deps.database.rows<{ checkout: string }>(sql`
    update payment_attempts set callback_token_hash = ${hashToken(token)} where order_id = ${order}
    returning checkout_request_id as checkout`)
  return { user, order, phone, token, checkout: row?.checkout ?? '' }
}

const callbackBody = (checkout: string, amount: unknown = 1500, code: unknown = 0) => ({
  Body: {
    stkCallback: {
      MerchantRequestID: 'm',
      CheckoutRequestID: checkout,
      ResultCode: code,
      CallbackMetadata: { Item: [{ Name: 'Balance' }, { Name: 'Amount', Value: amount }] },
    },
  },
})

async function call(token: string, body: unknown, at = shop, ip = LISTED) {
  const answer = await at.server.inject({
    method: 'POST',
    url: `/api/payments/mpesa/cb/${token}`,
    remoteAddress: ip,
    headers: { host: new URL(at.server.deps.config.publicUrl).host, 'content-type': 'application/json;charset=UTF-8' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  await at.server.runJobs()
  return answer
}

const granted = async (order: OrderId, at = shop) =>
  (await at.server.deps.database.rows(sql`select 1 from plan_periods where order_id = ${order}`)).length
/** Counts log entries of an alert by the documented event name, which operators use for alarms. */
const alerts = (alert: string, at = shop) =>
  at.server.lines.filter((line) => {
    const { event, what: logged } = JSON.parse(line) as { event: string; what?: string }
    return event === 'payment-alert' && logged === alert
  }).length
const stored = async () =>
  (await shop.server.deps.database.row<{ n: number }>(sql`select count(*)::int as n from provider_events`))?.n

describe('M-Pesa callback endpoint (security check P04)', () => {
  it('returns 404 for an unknown token, stores nothing and logs an alert', async () => {
    const before = await stored()
    for (const token of [randomBytes(32).toString('hex'), 'x', 'A'.repeat(64)]) {
      const answer = await call(token, callbackBody('ws_CO_1'))
      expect(answer).toMatchObject({ status: 404, body: { code: 'not-found', detail: 'There is nothing here.' } })
    }
    expect(await stored()).toBe(before)
    expect(alerts('callback-to-nobody')).toBeGreaterThan(0)
  })

  it('grants no Premium and logs an alert when a status query contradicts the reported payment', async () => {
    const { order, phone, token, checkout } = await prompted()
    await shop.test(`phone/${phone}/cancel`)
    await shop.after(2 * second)
    const before = alerts('callback-contradicted')
    expect((await call(token, callbackBody(checkout))).status).toBe(200)
    expect(await granted(order)).toBe(0)
    expect(alerts('callback-contradicted')).toBe(before + 1)
  })

  it('grants no Premium and does not end the attempt when a callback arrives before the PIN is entered', async () => {
    const { user, order, token, checkout } = await prompted()
    await call(token, callbackBody(checkout))
    expect(await granted(order)).toBe(0)
    expect(await shop.read(user, order)).toMatchObject({ attempt: { state: 'pending', confirming: true } })
  })

  it('requests a refund and grants no Premium when the callback reports a wrong amount', async () => {
    const { user, order, phone, token, checkout } = await prompted()
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    shop.clock.advance(2 * second)
    await call(token, callbackBody(checkout, 1499))
    expect(await granted(order)).toBe(0)
    expect(await shop.read(user, order)).toMatchObject({ state: 'open', refundDue: true })
    expect(alerts('mismatch')).toBeGreaterThan(0)
  })

  it('grants no Premium and logs an alert when the callback has the checkout id of another attempt', async () => {
    const [mine, other] = [await prompted(), await prompted()]
    await shop.test(`phone/${other.phone}/pin`, { pin: '1234' })
    shop.clock.advance(2 * second)
    const before = alerts('callback-of-another-checkout')
    await call(mine.token, callbackBody(other.checkout))
    expect([await granted(mine.order), await granted(other.order)]).toEqual([0, 0])
    expect(alerts('callback-of-another-checkout')).toBe(before + 1)
    await call(other.token, callbackBody(other.checkout))
    expect(await granted(other.order)).toBe(1)
  })

  it('returns 200 for a random body, and grants no Premium', async () => {
    const { order, token, checkout } = await prompted()
    const odd = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constant(''),
      fc.anything().map((value) => JSON.stringify(callbackBody(checkout, value, 'x')) ?? ''),
    )
    await fc.assert(
      fc.asyncProperty(odd, async (body) => {
        expect((await call(token, body)).status).toBe(200)
      }),
      { numRuns: 40 },
    )
    expect(await granted(order)).toBe(0)
  })
})

describe('M-Pesa callback with a failure code', () => {
  const query = '/mpesa/stkpushquery/v1/query'
  const state = async ({ user, order }: Awaited<ReturnType<typeof prompted>>) =>
    (await shop.read(user, order)).attempt?.state

  it.each([1, 1032, 1037, 2001, 'X99'])(
    'does not end the attempt while the prompt is open, and does not prevent its payment (code %s)',
    async (code) => {
      const mine = await prompted()
      await call(mine.token, callbackBody(mine.checkout, undefined, code))
      expect(await state(mine)).toBe('pending')
      const card = { method: 'card' }
      const other = await shop.server.call(mine.user, 'POST', `/api/orders/${mine.order}/attempts`, card)
      expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
      await shop.test(`phone/${mine.phone}/pin`, { pin: '1234' })
      for (let ask = 1; ask <= 3; ask++) await shop.after(10 * second)
      expect(await shop.read(mine.user, mine.order)).toMatchObject({ state: 'fulfilled', attempt: { state: 'paid' } })
    },
  )

  it('grants Premium and logs an alert when a status query reports a payment', async () => {
    const mine = await prompted()
    await shop.test(`phone/${mine.phone}/pin`, { pin: '1234' })
    shop.clock.advance(2 * second)
    const before = alerts('callback-contradicted')
    await call(mine.token, callbackBody(mine.checkout, undefined, 1032))
    expect(await granted(mine.order)).toBe(1)
    expect(alerts('callback-contradicted')).toBe(before + 1)
  })

  it('ends the attempt if all queries fail until the prompt expires, and still settles a late payment', async () => {
    const mine = await prompted()
    shop.simulators.fail('daraja', { path: query, times: 12, kind: 'answer', status: 500, body: '{}' })
    await call(mine.token, callbackBody(mine.checkout, undefined, 1032))
    for (let ask = 1; ask <= 5; ask++) await shop.after(10 * second)
    await shop.test(`phone/${mine.phone}/pin`, { pin: '1234' })
    for (let ask = 6; ask <= 11; ask++) await shop.after(10 * second)
    expect(await state(mine)).toBe('pending')
    await shop.after(10 * second)
    expect(await shop.read(mine.user, mine.order)).toMatchObject({ attempt: { state: 'canceled', reason: 'canceled' } })
    for (let passed = 0; passed < 15; passed++) await shop.after(minute)
    expect(await shop.read(mine.user, mine.order)).toMatchObject({ state: 'fulfilled' })
  })
})

describe('unconfirmed M-Pesa callback', () => {
  const silent = { path: '/mpesa/stkpushquery/v1/query', kind: 'answer', status: 500, body: '{}', times: 60 } as const

  it('adds the attempt to the operator’s queue as "unconfirmed-callback" after ten minutes', async () => {
    const { order, token, checkout } = await prompted()
    shop.simulators.fail('daraja', silent)
    await call(token, callbackBody(checkout))
    for (let passed = 0; passed < 11; passed++) await shop.after(minute)
    expect(await granted(order)).toBe(0)
    const [row] = await shop.server.deps.database.rows(sql`
      select manual_reason as reason from payment_attempts where order_id = ${order}`)
    expect(row).toEqual({ reason: 'unconfirmed-callback' })
  })

  it('grants no Premium when a later query contradicts it, even if it came from a trusted IP address', async () => {
    const { config, database } = trusting.server.deps
    Object.assign(config.payments.mpesa ?? {}, { trustListed: true })
    trusting.simulators.fail('daraja', { ...silent, times: 1 })
    const { order, token, checkout, phone } = await prompted(trusting)
    await call(token, callbackBody(checkout), trusting)
    await trusting.test(`phone/${phone}/cancel`, {})
    for (let passed = 0; passed < 12; passed++) await trusting.after(minute)
    expect(await granted(order, trusting)).toBe(0)
    const [row] = await database.rows(sql`
      select state, manual_reason as reason from payment_attempts where order_id = ${order}`)
    expect(row).toEqual({ state: 'canceled', reason: 'contradicted' })
  })

  it('grants Premium after ten minutes only if it came from a Safaricom address that the operator trusts', async () => {
    const { config, database } = trusting.server.deps
    Object.assign(config.payments.mpesa ?? {}, { trustListed: true })
    trusting.simulators.fail('daraja', { ...silent, times: 200 })
    const [listed, elsewhere] = [await prompted(trusting), await prompted(trusting)]
    await call(listed.token, callbackBody(listed.checkout), trusting)
    await call(elsewhere.token, callbackBody(elsewhere.checkout), trusting, '203.0.113.9')
    for (let passed = 0; passed < 11; passed++) await trusting.after(minute)
    expect(await granted(listed.order, trusting)).toBe(1)
    expect(await granted(elsewhere.order, trusting)).toBe(0)
    const rows = await database.rows(sql`select confirmed_by as by from payments where order_id = ${listed.order}`)
    expect(rows).toEqual([{ by: 'callback' }])
  })

  it('is refused (404) from other IP addresses if the operator allows only those of Safaricom', async () => {
    const { config } = trusting.server.deps
    const { token, checkout } = await prompted(trusting)
    Object.assign(config.payments.mpesa ?? {}, { onlyListed: true })
    expect((await call(token, callbackBody(checkout), trusting, '203.0.113.9')).status).toBe(404)
    expect((await call(token, callbackBody(checkout), trusting)).status).toBe(200)
    Object.assign(config.payments.mpesa ?? {}, { onlyListed: false })
  })
})
