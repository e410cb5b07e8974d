import { createHmac } from 'node:crypto'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { testCredentials } from '@pawtrait/simulators/credentials.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour, minute, second } from '#testing/clock.ts'
import { openCardPage, payOnCardPage, testCards } from '#testing/fakes/card-page.ts'
import { aUser } from '#testing/fixtures.ts'
import { type PaymentTestServer, paymentServerForFile } from '#testing/payment-server.ts'

const shops = { paystack: paymentServerForFile(), stripe: paymentServerForFile({ simulatedCard: 'stripe' }) }

describe.each(['paystack', 'stripe'] as const)('card payment at %s', (provider) => {
  it('grants Premium after the webhook and a confirming query', async () => {
    const shop = shops[provider]
    const { code, read, premium, started } = await openCardPage(shop)
    expect(started).toMatchObject({ status: 201, body: { attempt: { method: 'card', state: 'pending' } } })
    await payOnCardPage(shop, code, testCards[provider].good)
    await shop.after(2 * second)
    expect(await read()).toMatchObject({
      state: 'fulfilled',
      methodDetail: `Visa •••• ${testCards[provider].good.slice(-4)}`,
      attempt: { state: 'paid', checkoutUrl: null },
    })
    expect(await premium()).toBe('active')
  })

  it('is queried at most once in three seconds, even if the client requests more checks', async () => {
    const shop = shops[provider]
    const { buyer: user, order } = await openCardPage(shop)
    await shop.after(4 * second)
    const countChecks = async () =>
      (
        await shop.server.deps.database.row<{ checks: number }>(
          sql`select checks from payment_attempts where order_id = ${order}`,
        )
      )?.checks ?? 0
    const before = await countChecks()
    for (let n = 0; n < 5; n++) {
      expect((await shop.server.call(user, 'POST', `/api/orders/${order}/check`)).status).toBe(200)
      await shop.server.runJobs()
    }
    expect(await countChecks()).toBe(before + 1)
  })

  it('allows another payment attempt after the card is declined', async () => {
    const shop = shops[provider]
    const { buyer: user, code, order, read } = await openCardPage(shop)
    await payOnCardPage(shop, code, testCards[provider].bad)
    await shop.after(30 * minute)
    // The attempt stays pending at Stripe, because its page lets the payer try another card.
    const ended =
      provider === 'paystack'
        ? { state: 'failed', reason: 'declined', cardEnd: '5408' }
        : { state: 'pending', reason: null, cardEnd: null }
    expect((await read()).attempt).toMatchObject(ended)
    const again = await shop.server.call<Order>(user, 'POST', `/api/orders/${order}/attempts`, { method: 'card' })
    expect(again).toMatchObject({
      status: 201,
      body: { attempt: { state: 'pending', checkoutUrl: expect.any(String) } },
    })
  })

  it('grants Premium if another card is used hours after a declined card, even without webhooks', async () => {
    const shop = shops[provider]
    const { code, read, premium } = await openCardPage(shop)
    shop.simulators.setWebhookFaults(provider, { lose: true })
    await payOnCardPage(shop, code, testCards[provider].bad)
    for (let query = 0; query < 3; query++) await shop.after(minute)
    expect((await read()).attempt?.state).toBe(provider === 'paystack' ? 'failed' : 'pending')
    await shop.after(3 * hour)
    await payOnCardPage(shop, code, testCards[provider].good)
    await shop.after(4 * hour)
    shop.simulators.setWebhookFaults(provider, { lose: false })
    expect(await read()).toMatchObject({ state: 'fulfilled', attempt: { state: 'paid' } })
    expect(await premium()).toBe('active')
  })

  it('is not queried after its checkout page has expired', async () => {
    const shop = shops[provider]
    const { code, order } = await openCardPage(shop)
    await payOnCardPage(shop, code, testCards[provider].bad)
    for (const ms of [minute, hour, 6 * hour, 18 * hour, hour]) await shop.after(ms)
    const found = await shop.server.deps.database.row<{ due: string | null; state: string }>(
      sql`select next_check_at as due, state from payment_attempts where order_id = ${order}`,
    )
    expect(found).toEqual({ due: null, state: provider === 'paystack' ? 'failed' : 'expired' })
  })

  it('is confirmed by a query when its webhook is lost', async () => {
    const shop = shops[provider]
    const { code, read } = await openCardPage(shop)
    shop.simulators.setWebhookFaults(provider, { lose: true })
    await payOnCardPage(shop, code, testCards[provider].good)
    await shop.after(minute)
    shop.simulators.setWebhookFaults(provider, { lose: false })
    expect(await read()).toMatchObject({ state: 'fulfilled' })
  })

  it('becomes "paid" at Paystack, but "unknown" at Stripe, if a crash interrupts the opening of its page', async () => {
    const shop = shops[provider]
    const { code, order, read } = await openCardPage(shop)
    await shop.server.deps.database.rows(sql`
      update payment_attempts set state = 'submitting', checkout_request_id = null, checkout_url = null,
        next_check_at = null where order_id = ${order}`)
    shop.simulators.setWebhookFaults(provider, { lose: true })
    await payOnCardPage(shop, code, testCards[provider].good)
    await shop.after(minute + second)
    shop.simulators.setWebhookFaults(provider, { lose: false })
    expect((await read()).attempt?.state).toBe(provider === 'paystack' ? 'paid' : 'unknown')
  })

  it('is confirmed by a query when the payer returns, not by the return URL', async () => {
    const shop = shops[provider]
    const { code, order, read, started } = await openCardPage(shop)
    const returnUrl = `/api/payments/card/return/${started.body.attempt?.reference}?reference=x&status=success`
    await shop.after(4 * second)
    const unpaid = await shop.server.call(null, 'GET', returnUrl)
    expect(unpaid).toMatchObject({ status: 303, headers: { location: `/dashboard/premium?order=${order}` } })
    await shop.server.runJobs()
    expect(await read()).toMatchObject({ state: 'open' })
    shop.simulators.setWebhookFaults(provider, { lose: true })
    await payOnCardPage(shop, code, testCards[provider].good)
    await shop.after(4 * second)
    await shop.server.call(null, 'GET', returnUrl)
    await shop.server.runJobs()
    shop.simulators.setWebhookFaults(provider, { lose: false })
    expect(await read()).toMatchObject({ state: 'fulfilled' })
    expect((await shop.server.call(null, 'GET', '/api/payments/card/return/nobody')).headers.location).toBe(
      '/dashboard/premium',
    )
  })

  it('has `cardUnused: true` after the payer cancels on the card page, and can still be completed', async () => {
    const shop = shops[provider]
    const { buyer: user, code, read, started } = await openCardPage(shop)
    const readWaitingOrder = async () =>
      (await shop.server.call<{ order: Order | null }>(user, 'GET', '/api/orders/waiting')).body.order
    expect(started.body.attempt).toMatchObject({ cardUnused: false })
    expect(await readWaitingOrder()).toMatchObject({ id: started.body.id })
    await shop.test(`checkout/${code}/cancel`)
    await shop.after(4 * second)
    await shop.server.call(user, 'POST', `/api/orders/${started.body.id}/check`)
    await shop.server.runJobs()
    expect(await read()).toMatchObject({ state: 'open', attempt: { state: 'pending', cardUnused: true, reason: null } })
    expect((await read()).attempt?.checkoutUrl).toBe(started.body.attempt?.checkoutUrl)
    expect(await readWaitingOrder()).toBeNull()
    await payOnCardPage(shop, code, testCards[provider].good)
    await shop.after(2 * second)
    expect(await read()).toMatchObject({ state: 'fulfilled', attempt: { state: 'paid', cardUnused: false } })
  })

  it('keeps its card page for a repeated request, and has no page if the provider fails (check P07)', async () => {
    const shop = shops[provider]
    const { buyer: user, order, started } = await openCardPage(shop)
    const again = await shop.server.call<Order>(user, 'POST', `/api/orders/${order}/attempts`, { method: 'card' })
    expect(again.body.attempt?.checkoutUrl).toBe(started.body.attempt?.checkoutUrl)
    const path = provider === 'paystack' ? '/transaction/initialize' : '/v1/checkout/sessions'
    // All three requests must fail, because Stripe's SDK sends a failing request three times with one idempotency key.
    const times = provider === 'stripe' ? 3 : 1
    shop.simulators.fail(provider, { path, times, kind: 'answer', status: 500, body: '<html>' })
    const other = await aUser(shop.server)
    const otherOrder = await shop.order(other)
    const broken = await shop.server.call<Order>(other, 'POST', `/api/orders/${otherOrder}/attempts`, {
      method: 'card',
    })
    expect(broken.body.attempt).toMatchObject({ state: 'unknown', checkoutUrl: null })
  })
})

it.each([
  ['4084080000005408', 'declined', '5408'],
  ['4084080000670037', 'card-no-funds', '0037'],
  ['5060660000000064', 'bank-silent', '0064'],
])('Paystack card %s fails with the reason "%s" and the `cardEnd` "%s"', async (number, reason, cardEnd) => {
  const shop = shops.paystack
  const { code, read } = await openCardPage(shop)
  await payOnCardPage(shop, code, number)
  await shop.after(31 * second)
  await shop.after(31 * second)
  expect((await read()).attempt).toMatchObject({ state: 'failed', reason, cardEnd })
})

it('Paystack card attempt with a wrong PIN fails with the reason "card-not-approved"', async () => {
  const shop = shops.paystack
  const { code, read } = await openCardPage(shop)
  await payOnCardPage(shop, code, '507850785078507812')
  await shop.test(`checkout/${code}/answer`, { value: '9999' })
  await shop.after(31 * second)
  expect((await read()).attempt).toMatchObject({ state: 'failed', reason: 'card-not-approved', cardEnd: '7812' })
})

describe('payment webhook endpoint', () => {
  const sendEvent = (text: string, path: string, headers: Record<string, string>, shop: PaymentTestServer) =>
    shop.server.inject({
      method: 'POST',
      url: path,
      headers: {
        host: new URL(shop.server.deps.config.publicUrl).host,
        'content-type': 'application/json',
        ...headers,
      },
      payload: text,
    })
  const countEvents = async (shop: PaymentTestServer) =>
    (await shop.server.deps.database.row<{ n: number }>(sql`select count(*)::int as n from provider_events`))?.n

  const oddBody = '{"event":"charge.success","data":{"amount":150000.0,"note":"\\/ \\u0107","reference" :  "unknown"}}'
  const paystackPath = '/api/payments/paystack/webhook'
  const sign = (text: string) => createHmac('sha512', testCredentials.paystack.secretKey).update(text).digest('hex')

  it('returns 401 unless Paystack’s signature matches the exact bytes of the body (security check P01)', async () => {
    const shop = shops.paystack
    const before = await countEvents(shop)
    for (const signature of [undefined, '', 'x', sign(JSON.stringify(JSON.parse(oddBody))), sign(`${oddBody} `)]) {
      const headers = signature === undefined ? {} : { 'x-paystack-signature': signature }
      expect(await sendEvent(oddBody, paystackPath, headers, shop)).toMatchObject({
        status: 401,
        body: { code: 'bad-signature' },
      })
    }
    expect(await countEvents(shop)).toBe(before)
    const validHeaders = { 'x-paystack-signature': sign(oddBody) }
    expect(await sendEvent(oddBody, paystackPath, validHeaders, shop)).toMatchObject({ status: 200 })
    expect(await sendEvent(oddBody, paystackPath, validHeaders, shop)).toMatchObject({ status: 200 })
    expect(await countEvents(shop)).toBe((before ?? 0) + 1)
  })

  it('returns 401 for a Stripe signature that is wrong or 301 seconds old (security check P01)', async () => {
    const shop = shops.stripe
    const now = Math.floor(shop.server.clock.now().getTime() / 1000)
    const text = '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{"id":"cs_nobody"}}}'
    const path = '/api/payments/stripe/webhook'
    const signHeaders = (at: number, secret = testCredentials.stripe.webhookSecret, body = text) => ({
      'stripe-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
    })
    const before = await countEvents(shop)
    const wrong = [{}, signHeaders(now - 301), signHeaders(now, 'whsec_other'), signHeaders(now, undefined, `${text} `)]
    for (const headers of wrong) expect((await sendEvent(text, path, headers, shop)).status).toBe(401)
    expect(await countEvents(shop)).toBe(before)
    expect((await sendEvent(text, path, signHeaders(now - 299), shop)).status).toBe(200)
    expect(await countEvents(shop)).toBe((before ?? 0) + 1)
  })

  it('returns 404 for a provider that is not configured', async () => {
    expect(
      (await sendEvent(oddBody, paystackPath, { 'x-paystack-signature': sign(oddBody) }, shops.stripe)).status,
    ).toBe(404)
  })

  it('ignores a refund of an unpaid order, and accepts a later payment of it (security check P03)', async () => {
    const shop = shops.paystack
    const { code, order, started, read } = await openCardPage(shop)
    const reference = started.body.attempt?.reference ?? ''
    const refund = JSON.stringify({ event: 'refund.processed', data: { transaction_reference: reference } })
    await sendEvent(refund, paystackPath, { 'x-paystack-signature': sign(refund) }, shop)
    await shop.server.runJobs()
    expect(await read()).toMatchObject({ state: 'open' })
    await payOnCardPage(shop, code, testCards.paystack.good)
    await shop.after(2 * second)
    expect(await read()).toMatchObject({ state: 'fulfilled' })
    const rows = await shop.server.deps.database.rows(sql`select 1 from payments where order_id = ${order}`)
    expect(rows).toHaveLength(1)
  })
})
