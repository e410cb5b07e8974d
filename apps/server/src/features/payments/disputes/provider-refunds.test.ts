import { createHmac } from 'node:crypto'
import type { PaymentHistoryRow, Receipt } from '@pawtrait/contract/payments/payments.ts'
import { testCredentials } from '@pawtrait/simulators/credentials.ts'
import { describe, expect, it } from 'vitest'
import { parsePaymentCommand } from '#app/cli/payments.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { hour, minute, second } from '#testing/clock.ts'
import { openCardPage, payOnCardPage, testCards } from '#testing/fakes/card-page.ts'
import type { TestUser } from '#testing/fixtures.ts'
import { type PaymentTestServer, paymentServerForFile } from '#testing/payment-server.ts'

const shops = { paystack: paymentServerForFile(), stripe: paymentServerForFile({ simulatedCard: 'stripe' }) }

/** Runs a `pawtrait` command about payments in the test process. */
async function pawtrait(shop: PaymentTestServer, ...args: string[]): Promise<string> {
  const command = parsePaymentCommand(args)
  if (!command) return 'usage'
  return command(createContext(shop.server.deps, systemCaller)).catch((error: Error) => error.message)
}

type Buyer = Awaited<ReturnType<typeof openCardPage>>
/** Returns the id by which the simulated dashboard finds the payment. */
const findPaymentKey = (provider: 'paystack' | 'stripe', { code, started }: Buyer) =>
  provider === 'stripe' ? code : (started.body.attempt?.reference ?? '')

async function payByCard(provider: 'paystack' | 'stripe') {
  const shop = shops[provider]
  const buyer = await openCardPage(shop)
  await payOnCardPage(shop, buyer.code, testCards[provider].good)
  await shop.after(2 * second)
  const { receipt } = await buyer.read()
  const refund = (amount?: number) => shop.simulators.refund(provider, findPaymentKey(provider, buyer), amount)
  /** Returns the credits of the receipt, in shillings. */
  const readCredits = async () =>
    (await shop.server.call<Receipt>(buyer.buyer, 'GET', `/api/receipts/${receipt}`)).body.credits.map(
      ({ amount }) => amount.amountMinor / 100,
    )
  return { ...buyer, shop, receipt: receipt ?? '', refund, readCredits }
}

const readPaymentState = async (shop: PaymentTestServer, user: TestUser) =>
  (await shop.server.call<{ payments: PaymentHistoryRow[] }>(user, 'GET', '/api/payments')).body.payments[0]?.state

describe.each(['paystack', 'stripe'] as const)('refund made on the dashboard of %s', (provider) => {
  it('is credited on the receipt even if partial, and ends Premium only once all money is refunded', async () => {
    const { shop, buyer: user, read, premium, refund, readCredits } = await payByCard(provider)
    // Refunds the same amount twice. Paystack's webhooks about the two refunds have identical bytes.
    for (const lines of [[400], [400, 400]]) {
      expect(refund(40_000)).toBe(true)
      for (const ms of [2 * second, second]) await shop.after(ms)
      expect(await readCredits()).toEqual(lines)
      expect(await premium()).toBe('active')
      expect(await read()).toMatchObject({ state: 'fulfilled' })
      expect(await readPaymentState(shop, user)).toBe('returned-in-part')
    }
    expect(refund(70_000)).toBe(true)
    for (const ms of [2 * second, second]) await shop.after(ms)
    expect(await readCredits()).toEqual([400, 400, 700])
    expect(await premium()).toBe('none')
    expect(await read()).toMatchObject({ state: 'refunded', premiumUntil: null })
    expect(await readPaymentState(shop, user)).toBe('returned')
  })

  it('is credited once when its webhook arrives twice', async () => {
    const { shop, premium, refund, readCredits } = await payByCard(provider)
    shop.simulators.setWebhookFaults(provider, { sendTwice: true })
    refund(75_000)
    for (const ms of [2 * second, 2 * second, second]) await shop.after(ms)
    shop.simulators.setWebhookFaults(provider, { sendTwice: false })
    expect(await readCredits()).toEqual([750])
    expect(await premium()).toBe('active')
  })

  it('reduces the amount of a later `pawtrait refund`', async () => {
    const { shop, receipt, premium, refund, readCredits } = await payByCard(provider)
    refund(50_000)
    for (const ms of [2 * second, second]) await shop.after(ms)
    expect(await pawtrait(shop, 'refund', receipt, 'the rest')).toContain('refunds KSh 1,000 as soon')
    for (const ms of [0, 2 * second, second]) await shop.after(ms)
    expect(await readCredits()).toEqual([500, 1000])
    expect(await premium()).toBe('none')
    expect(await pawtrait(shop, 'refund', receipt, 'again')).toBe('The refund of this payment is already done.')
  })

  it('prevents Premium when the full amount is refunded before the payment is confirmed', async () => {
    const shop = shops[provider]
    const buyer = await openCardPage(shop)
    shop.simulators.setWebhookFaults(provider, { lose: true })
    await payOnCardPage(shop, buyer.code, testCards[provider].good)
    expect(shop.simulators.refund(provider, findPaymentKey(provider, buyer))).toBe(true)
    shop.clock.advance(2 * second)
    shop.simulators.setWebhookFaults(provider, { lose: false })
    for (const ms of [minute, minute, hour]) await shop.after(ms)
    expect(await buyer.read()).toMatchObject({ state: 'open', receipt: null })
    expect(await buyer.premium()).toBe('none')
  })

  it('is credited and allows Premium when only a part is refunded before the payment is confirmed', async () => {
    const shop = shops[provider]
    const buyer = await openCardPage(shop)
    shop.simulators.setWebhookFaults(provider, { lose: true })
    await payOnCardPage(shop, buyer.code, testCards[provider].good)
    shop.clock.advance(2 * second)
    shop.simulators.setWebhookFaults(provider, { lose: false })
    shop.simulators.refund(provider, findPaymentKey(provider, buyer), 50_000)
    for (const ms of [2 * second, second]) await shop.after(ms)
    const { receipt } = await buyer.read()
    const receiptResponse = await shop.server.call<Receipt>(buyer.buyer, 'GET', `/api/receipts/${receipt}`)
    expect(receiptResponse.body.credits.map(({ amount }) => amount)).toEqual([{ amountMinor: 50_000, currency: 'KES' }])
    expect(await buyer.premium()).toBe('active')
  })
})

describe('Stripe refund webhook with a payment intent as its only id', () => {
  const shop = shops.stripe

  const sendEvent = (event: object) => {
    const text = JSON.stringify(event)
    const at = Math.floor(shop.server.clock.now().getTime() / 1000)
    const v1 = createHmac('sha256', testCredentials.stripe.webhookSecret).update(`${at}.${text}`).digest('hex')
    return shop.server.inject({
      method: 'POST',
      url: '/api/payments/stripe/webhook',
      headers: {
        host: new URL(shop.server.deps.config.publicUrl).host,
        'content-type': 'application/json',
        'stripe-signature': `t=${at},v1=${v1}`,
      },
      payload: text,
    })
  }
  const refundEvent = (intent: string) => ({
    id: `evt_${intent}`,
    type: 'charge.refunded',
    data: { object: { id: 'ch_1', object: 'charge', metadata: {}, payment_intent: intent, refunded: true } },
  })
  const fetchIntent = async (session: string) => {
    const headers = { authorization: `Bearer ${testCredentials.stripe.secretKey}` }
    const response = await fetch(`${shop.simulators.stripeUrl}/v1/checkout/sessions/${session}`, { headers })
    return String(((await response.json()) as { payment_intent: unknown }).payment_intent)
  }

  it('ends the Premium period of the payment with that intent', async () => {
    const { code, premium, refund } = await payByCard('stripe')
    shop.simulators.setWebhookFaults('stripe', { lose: true })
    refund()
    await shop.after(2 * second)
    shop.simulators.setWebhookFaults('stripe', { lose: false })
    expect(await premium()).toBe('active')
    expect((await sendEvent(refundEvent(await fetchIntent(code)))).status).toBe(200)
    await shop.after(0)
    expect(await premium()).toBe('none')
  })

  it('looks up the checkout session of the intent if the payment is unconfirmed, and credits the refund', async () => {
    const { code, buyer: user, read, premium } = await openCardPage(shop)
    shop.simulators.setWebhookFaults('stripe', { lose: true })
    await payOnCardPage(shop, code, testCards.stripe.good)
    shop.simulators.refund('stripe', code, 50_000)
    shop.simulators.setWebhookFaults('stripe', { lose: false })
    const intent = await fetchIntent(code)
    await sendEvent(refundEvent(intent))
    await shop.after(0)
    expect(await premium()).toBe('active')
    expect(await readPaymentState(shop, user)).toBe('returned-in-part')
    expect(await read()).toMatchObject({ state: 'fulfilled' })
    expect(await pawtrait(shop, 'payments')).not.toContain(intent)
  })

  it('logs an alert if the intent is unknown, and queues the refund until `pawtrait refunded` is run', async () => {
    const before = shop.server.lines.length
    await sendEvent(refundEvent('pi_ofanothershop'))
    await shop.after(0)
    expect(shop.server.lines.slice(before).join('')).toMatch(/"event":"payment-alert".*"what":"unmatched-refund"/)
    const queue = await pawtrait(shop, 'payments')
    const line = queue.split('\n').find((text) => text.includes('pi_ofanothershop')) ?? ''
    expect(line).toContain('unmatched refund pi_ofanothershop')
    expect(await pawtrait(shop, 'refunded', line.split('\t')[0] ?? '', 'the mug shop')).toBe('Recorded.\n')
    expect(await pawtrait(shop, 'payments')).not.toContain('pi_ofanothershop')
  })

  it('is processed again after Stripe’s API responded with 500', async () => {
    const { code, premium, refund } = await payByCard('stripe')
    shop.simulators.setWebhookFaults('stripe', { lose: true })
    refund()
    await shop.after(2 * second)
    shop.simulators.setWebhookFaults('stripe', { lose: false })
    const event = refundEvent(await fetchIntent(code))
    shop.simulators.fail('stripe', { path: '/v1/refunds', times: 3, kind: 'answer', status: 500, body: '{}' })
    await sendEvent(event)
    await shop.after(0)
    expect(await premium()).toBe('active')
    // Another event starts the next run, which retries the failed event.
    await sendEvent({ id: 'evt_other', type: 'ping', data: { object: { id: 'x' } } })
    await shop.after(minute)
    expect(await premium()).toBe('none')
  })
})
