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
const trustingShop = paymentServerForFile()

let phones = 1_000
const aPhone = () => `2547${++phones}7777`
const SAFARICOM_IP = '196.201.212.69'

/** Sends a phone prompt, and returns it with the token of its callback URL. */
async function sendPrompt(at = shop) {
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

async function sendCallback(token: string, body: unknown, at = shop, ip = SAFARICOM_IP) {
  const response = await at.server.inject({
    method: 'POST',
    url: `/api/payments/mpesa/cb/${token}`,
    remoteAddress: ip,
    headers: { host: new URL(at.server.deps.config.publicUrl).host, 'content-type': 'application/json;charset=UTF-8' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  await at.server.runJobs()
  return response
}

const countPeriods = async (order: OrderId, at = shop) =>
  (await at.server.deps.database.rows(sql`select 1 from plan_periods where order_id = ${order}`)).length
/** Counts log entries of an alert by the documented event name, which operators use for alarms. */
const countAlerts = (alert: string, at = shop) =>
  at.server.lines.filter((line) => {
    const { event, what: logged } = JSON.parse(line) as { event: string; what?: string }
    return event === 'payment-alert' && logged === alert
  }).length
const countEvents = async () =>
  (await shop.server.deps.database.row<{ n: number }>(sql`select count(*)::int as n from provider_events`))?.n

describe('M-Pesa callback endpoint (security check P04)', () => {
  it('returns 404 for an unknown token, stores nothing and logs an alert', async () => {
    const before = await countEvents()
    for (const token of [randomBytes(32).toString('hex'), 'x', 'A'.repeat(64)]) {
      const response = await sendCallback(token, callbackBody('ws_CO_1'))
      expect(response).toMatchObject({ status: 404, body: { code: 'not-found', detail: 'There is nothing here.' } })
    }
    expect(await countEvents()).toBe(before)
    expect(countAlerts('callback-to-nobody')).toBeGreaterThan(0)
  })

  it('grants no Premium and logs an alert when a status query contradicts the reported payment', async () => {
    const { order, phone, token, checkout } = await sendPrompt()
    await shop.test(`phone/${phone}/cancel`)
    await shop.after(2 * second)
    const before = countAlerts('callback-contradicted')
    expect((await sendCallback(token, callbackBody(checkout))).status).toBe(200)
    expect(await countPeriods(order)).toBe(0)
    expect(countAlerts('callback-contradicted')).toBe(before + 1)
  })

  it('grants no Premium and does not end the attempt when a callback arrives before the PIN is entered', async () => {
    const { user, order, token, checkout } = await sendPrompt()
    await sendCallback(token, callbackBody(checkout))
    expect(await countPeriods(order)).toBe(0)
    expect(await shop.read(user, order)).toMatchObject({ attempt: { state: 'pending', confirming: true } })
  })

  it('requests a refund and grants no Premium when the callback reports a wrong amount', async () => {
    const { user, order, phone, token, checkout } = await sendPrompt()
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    shop.clock.advance(2 * second)
    await sendCallback(token, callbackBody(checkout, 1499))
    expect(await countPeriods(order)).toBe(0)
    expect(await shop.read(user, order)).toMatchObject({ state: 'open', refundDue: true })
    expect(countAlerts('mismatch')).toBeGreaterThan(0)
  })

  it('grants no Premium and logs an alert when the callback has the checkout id of another attempt', async () => {
    const [own, other] = [await sendPrompt(), await sendPrompt()]
    await shop.test(`phone/${other.phone}/pin`, { pin: '1234' })
    shop.clock.advance(2 * second)
    const before = countAlerts('callback-of-another-checkout')
    await sendCallback(own.token, callbackBody(other.checkout))
    expect([await countPeriods(own.order), await countPeriods(other.order)]).toEqual([0, 0])
    expect(countAlerts('callback-of-another-checkout')).toBe(before + 1)
    await sendCallback(other.token, callbackBody(other.checkout))
    expect(await countPeriods(other.order)).toBe(1)
  })

  it('returns 200 for a random body, and grants no Premium', async () => {
    const { order, token, checkout } = await sendPrompt()
    const anyBody = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constant(''),
      fc.anything().map((value) => JSON.stringify(callbackBody(checkout, value, 'x')) ?? ''),
    )
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        expect((await sendCallback(token, body)).status).toBe(200)
      }),
      { numRuns: 40 },
    )
    expect(await countPeriods(order)).toBe(0)
  })
})

describe('M-Pesa callback with a failure code', () => {
  const query = '/mpesa/stkpushquery/v1/query'
  const readState = async ({ user, order }: Awaited<ReturnType<typeof sendPrompt>>) =>
    (await shop.read(user, order)).attempt?.state

  it.each([1, 1032, 1037, 2001, 'X99'])(
    'does not end the attempt while the prompt is open, and does not prevent its payment (code %s)',
    async (code) => {
      const own = await sendPrompt()
      await sendCallback(own.token, callbackBody(own.checkout, undefined, code))
      expect(await readState(own)).toBe('pending')
      const card = { method: 'card' }
      const other = await shop.server.call(own.user, 'POST', `/api/orders/${own.order}/attempts`, card)
      expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
      await shop.test(`phone/${own.phone}/pin`, { pin: '1234' })
      for (let round = 1; round <= 3; round++) await shop.after(10 * second)
      expect(await shop.read(own.user, own.order)).toMatchObject({ state: 'fulfilled', attempt: { state: 'paid' } })
    },
  )

  it('grants Premium and logs an alert when a status query reports a payment', async () => {
    const own = await sendPrompt()
    await shop.test(`phone/${own.phone}/pin`, { pin: '1234' })
    shop.clock.advance(2 * second)
    const before = countAlerts('callback-contradicted')
    await sendCallback(own.token, callbackBody(own.checkout, undefined, 1032))
    expect(await countPeriods(own.order)).toBe(1)
    expect(countAlerts('callback-contradicted')).toBe(before + 1)
  })

  it('ends the attempt if all queries fail until the prompt expires, and still fulfils the order later', async () => {
    const own = await sendPrompt()
    shop.simulators.fail('daraja', { path: query, times: 12, kind: 'answer', status: 500, body: '{}' })
    await sendCallback(own.token, callbackBody(own.checkout, undefined, 1032))
    for (let round = 1; round <= 5; round++) await shop.after(10 * second)
    await shop.test(`phone/${own.phone}/pin`, { pin: '1234' })
    for (let round = 6; round <= 11; round++) await shop.after(10 * second)
    expect(await readState(own)).toBe('pending')
    await shop.after(10 * second)
    expect(await shop.read(own.user, own.order)).toMatchObject({ attempt: { state: 'canceled', reason: 'canceled' } })
    for (let minutes = 0; minutes < 15; minutes++) await shop.after(minute)
    expect(await shop.read(own.user, own.order)).toMatchObject({ state: 'fulfilled' })
  })
})

describe('unconfirmed M-Pesa callback', () => {
  const failingQuery = {
    path: '/mpesa/stkpushquery/v1/query',
    kind: 'answer',
    status: 500,
    body: '{}',
    times: 60,
  } as const

  it('adds the attempt to the operator’s queue as "unconfirmed-callback" after ten minutes', async () => {
    const { order, token, checkout } = await sendPrompt()
    shop.simulators.fail('daraja', failingQuery)
    await sendCallback(token, callbackBody(checkout))
    for (let minutes = 0; minutes < 11; minutes++) await shop.after(minute)
    expect(await countPeriods(order)).toBe(0)
    const [row] = await shop.server.deps.database.rows(sql`
      select manual_reason as reason from payment_attempts where order_id = ${order}`)
    expect(row).toEqual({ reason: 'unconfirmed-callback' })
  })

  it('grants no Premium when a later query contradicts it, even if it came from a trusted IP address', async () => {
    const { config, database } = trustingShop.server.deps
    Object.assign(config.payments.mpesa ?? {}, { trustListed: true })
    trustingShop.simulators.fail('daraja', { ...failingQuery, times: 1 })
    const { order, token, checkout, phone } = await sendPrompt(trustingShop)
    await sendCallback(token, callbackBody(checkout), trustingShop)
    await trustingShop.test(`phone/${phone}/cancel`, {})
    for (let minutes = 0; minutes < 12; minutes++) await trustingShop.after(minute)
    expect(await countPeriods(order, trustingShop)).toBe(0)
    const [row] = await database.rows(sql`
      select state, manual_reason as reason from payment_attempts where order_id = ${order}`)
    expect(row).toEqual({ state: 'canceled', reason: 'contradicted' })
  })

  it('grants Premium after ten minutes only if it came from a Safaricom address that the operator trusts', async () => {
    const { config, database } = trustingShop.server.deps
    Object.assign(config.payments.mpesa ?? {}, { trustListed: true })
    trustingShop.simulators.fail('daraja', { ...failingQuery, times: 200 })
    const [listed, elsewhere] = [await sendPrompt(trustingShop), await sendPrompt(trustingShop)]
    await sendCallback(listed.token, callbackBody(listed.checkout), trustingShop)
    await sendCallback(elsewhere.token, callbackBody(elsewhere.checkout), trustingShop, '203.0.113.9')
    for (let minutes = 0; minutes < 11; minutes++) await trustingShop.after(minute)
    expect(await countPeriods(listed.order, trustingShop)).toBe(1)
    expect(await countPeriods(elsewhere.order, trustingShop)).toBe(0)
    const rows = await database.rows(sql`select confirmed_by as by from payments where order_id = ${listed.order}`)
    expect(rows).toEqual([{ by: 'callback' }])
  })

  it('is refused (404) from other IP addresses if the operator allows only those of Safaricom', async () => {
    const { config } = trustingShop.server.deps
    const { token, checkout } = await sendPrompt(trustingShop)
    Object.assign(config.payments.mpesa ?? {}, { onlyListed: true })
    expect((await sendCallback(token, callbackBody(checkout), trustingShop, '203.0.113.9')).status).toBe(404)
    expect((await sendCallback(token, callbackBody(checkout), trustingShop)).status).toBe(200)
    Object.assign(config.payments.mpesa ?? {}, { onlyListed: false })
  })
})
