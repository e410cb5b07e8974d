import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCredentials } from '../credentials.ts'
import { type CardMerchant, startCardMerchant } from '../testing/card-merchant.ts'

const { secretKey, webhookSecret } = testCredentials.stripe

let merchant: CardMerchant
let stripe: Stripe
const client = (key: string) => {
  const { hostname, port } = new URL(merchant.simulators.stripeUrl)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 2, telemetry: false })
}
beforeAll(async () => {
  merchant = await startCardMerchant()
  stripe = client(secretKey)
})
afterAll(() => merchant.close())

let attempt = ''
let testCount = 0
beforeEach(() => {
  testCount += 1
  attempt = `attempt-${testCount}`
})

const successUrl = 'http://127.0.0.1:3000/dashboard/premium/return?session={CHECKOUT_SESSION_ID}'
const createSessionParams = (): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: attempt,
  customer_email: 'amina@example.com',
  line_items: [
    { quantity: 1, price_data: { currency: 'kes', unit_amount: 150000, product_data: { name: 'Premium Plan' } } },
  ],
  metadata: { order: 'o1' },
  success_url: successUrl,
  cancel_url: 'http://127.0.0.1:3000/premium',
})
const createSession = () => stripe.checkout.sessions.create(createSessionParams())
const read = (id: string) => stripe.checkout.sessions.retrieve(id)
const receivedWebhooks = () => merchant.webhooks.received.filter(({ raw }) => raw.includes(`"${attempt}"`))
const now = () => merchant.clock.now().getTime()

/** Returns the id from a field that contains an id or an expanded object. */
const readId = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

async function pay(): Promise<Stripe.Checkout.Session> {
  const { id } = await createSession()
  await merchant.page(id, 'pay', { card: 'success' })
  await merchant.after(500)
  return read(id)
}

describe('Stripe checkout session', () => {
  it('is created in test mode, with an amount in KES cents and a checkout page on this machine', async () => {
    const session = await createSession()
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 150000,
      currency: 'kes',
      livemode: false,
      client_reference_id: attempt,
      metadata: { order: 'o1' },
      url: `${merchant.simulators.phoneUrl}/test/checkout/${session.id}`,
    })
    expect(await read(session.id)).toMatchObject({ id: session.id, payment_intent: null })
  })

  it('is paid with a test card and redirects to success_url with the session id', async () => {
    const { id } = await createSession()
    const { json } = await merchant.page(id, 'pay', { card: 'success' })
    expect(json).toEqual({ goTo: successUrl.replace('{CHECKOUT_SESSION_ID}', id) })
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      payment_intent: {
        status: 'succeeded',
        latest_charge: { payment_method_details: { card: { brand: 'visa', last4: '4242' } } },
      },
    })
    expect((await read(id)).payment_intent).toMatch(/^pi_/)
  })

  it.each(['declined', 'insufficient'])('remains open after the test card "%s"', async (card) => {
    const { id } = await createSession()
    expect((await merchant.page(id, 'pay', { card })).json).toHaveProperty('say')
    expect(await read(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
    await merchant.page(id, 'pay', { card: 'success' })
    expect(await read(id)).toMatchObject({ payment_status: 'paid' })
  })

  it('requires approval for a 3-D Secure card, and is not charged without approval', async () => {
    const { id } = await createSession()
    expect((await merchant.page(id, 'pay', { card: 'approval' })).json).toEqual({ ask: 'approval' })
    expect((await merchant.page(id, 'answer', { value: 'no' })).json).toHaveProperty('say')
    expect(await read(id)).toMatchObject({ payment_status: 'unpaid' })
    await merchant.page(id, 'pay', { card: 'approval' })
    expect((await merchant.page(id, 'answer', { value: 'yes' })).json).toHaveProperty('goTo')
    expect(await read(id)).toMatchObject({ payment_status: 'paid' })
  })

  it('redirects to cancel_url on Cancel and remains open', async () => {
    const { id } = await createSession()
    expect((await merchant.page(id, 'cancel')).json).toEqual({ goTo: 'http://127.0.0.1:3000/premium' })
    expect(await read(id)).toMatchObject({ status: 'open' })
  })

  it('expires after a day or by an API call, and sends a webhook in both cases', async () => {
    const first = await createSession()
    expect(await stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired' })
    await expect(stripe.checkout.sessions.expire(first.id)).rejects.toThrow('Only open sessions')
    const second = await createSession()
    await merchant.after(24 * 3_600_000 + 500)
    expect(await read(second.id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
    expect(receivedWebhooks().map(({ raw }) => JSON.parse(String(raw)).type)).toEqual([
      'checkout.session.expired',
      'checkout.session.expired',
    ])
    expect((await merchant.page(second.id, 'pay', { card: 'success' })).json).toHaveProperty('goTo')
    expect(await read(second.id)).toMatchObject({ payment_status: 'unpaid' })
  })
})

describe('Stripe API', () => {
  it('makes the SDK throw for a wrong key, session, amount or success_url', async () => {
    await expect(client('sk_test_other').checkout.sessions.create(createSessionParams())).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    )
    await expect(read('cs_test_unknown')).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
    const wrong = createSessionParams()
    wrong.line_items = [
      { quantity: 1, price_data: { currency: 'kes', unit_amount: 1.5, product_data: { name: 'Premium Plan' } } },
    ]
    await expect(stripe.checkout.sessions.create(wrong)).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    await expect(
      stripe.checkout.sessions.create({ ...createSessionParams(), success_url: 'https://example.com/' }),
    ).rejects.toMatchObject({ param: 'success_url' })
  })

  it('returns the same session for the same Idempotency-Key, and an error when the parameters differ', async () => {
    const options = { idempotencyKey: attempt }
    const first = await stripe.checkout.sessions.create(createSessionParams(), options)
    const again = await stripe.checkout.sessions.create(createSessionParams(), options)
    expect(again.id).toBe(first.id)
    await expect(
      stripe.checkout.sessions.create({ ...createSessionParams(), client_reference_id: 'other' }, options),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  it('creates one session when the SDK retries a dropped connection', async () => {
    merchant.simulators.fail('stripe', { path: '/v1/checkout/sessions', kind: 'lose-answer' })
    const session = await createSession()
    expect(session.client_reference_id).toBe(attempt)
    const replayed = session.lastResponse.headers['idempotent-replayed']
    expect(replayed).toBe('true')
  })
})

describe('Stripe webhook', () => {
  it('is accepted by constructEvent, unless it was changed, is 301 s old, or has a wrong signature', async () => {
    const session = await pay()
    const [hook] = receivedWebhooks()
    const [raw, signature] = [hook?.raw ?? Buffer.alloc(0), String(hook?.headers['stripe-signature'])]
    const event = stripe.webhooks.constructEvent(raw, signature, webhookSecret, 300, undefined, now())
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { id: session.id, payment_status: 'paid', client_reference_id: attempt } },
    })
    const verifyEvent = (body: string | Buffer, secret: string, time: number) => () =>
      stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, time)
    expect(verifyEvent(raw.toString().replace('150000', '100'), webhookSecret, now())).toThrow(/signature/i)
    expect(verifyEvent(raw, 'whsec_other', now())).toThrow(/signature/i)
    expect(verifyEvent(raw, webhookSecret, now() + 299_000)).not.toThrow()
    expect(verifyEvent(raw, webhookSecret, now() + 301_000)).toThrow(/tolerance/)
  })

  it('gets a new signature for each retry', async () => {
    merchant.webhooks.answerWith(500)
    await pay()
    await merchant.after(3_600_000)
    merchant.webhooks.answerWith(200)
    await merchant.after(3_600_000)
    await merchant.after(3_600_000)
    const sent = receivedWebhooks().map(({ headers }) =>
      Number(/t=(\d+)/.exec(String(headers['stripe-signature']))?.[1]),
    )
    expect(sent).toHaveLength(3)
    expect((sent[2] ?? 0) - (sent[0] ?? 0)).toBe(7200)
    expect(new Set(receivedWebhooks().map(({ raw }) => String(raw))).size).toBe(1)
  })
})

it('a Stripe dispute sends webhooks when it is opened and closed, but only for a paid session', async () => {
  const { id } = await createSession()
  expect(merchant.simulators.dispute('stripe', id, 'open')).toBe(false)
  const session = await pay()
  for (const stage of ['open', 'lost', 'won'] as const) {
    expect(merchant.simulators.dispute('stripe', session.id, stage)).toBe(true)
    await merchant.after(500)
  }
  const sentEvents = merchant.webhooks.received.map(({ raw }) => JSON.parse(String(raw)))
  const sessionEvents = sentEvents.filter(({ data }) => data.object.payment_intent === session.payment_intent)
  expect(sessionEvents.map(({ type, data }) => [type, data.object.status])).toEqual([
    ['checkout.session.completed', 'complete'],
    ['charge.dispute.created', 'needs_response'],
    ['charge.dispute.closed', 'lost'],
    ['charge.dispute.closed', 'won'],
  ])
})

describe('Stripe refund and dispute on the dashboard', () => {
  const allEvents = () => merchant.webhooks.received.map(({ raw }) => JSON.parse(String(raw)))

  it("send webhooks in which only the charge contains the payment intent's metadata", async () => {
    const { id } = await stripe.checkout.sessions.create({
      ...createSessionParams(),
      payment_intent_data: { metadata: { attempt_id: attempt } },
    })
    expect(merchant.simulators.refund('stripe', id, 1)).toBe(false)
    await merchant.page(id, 'pay', { card: 'success' })
    await merchant.after(500)
    const payment_intent = readId((await read(id)).payment_intent)
    expect((await stripe.checkout.sessions.list({ payment_intent })).data).toMatchObject([{ id }])
    expect((await stripe.checkout.sessions.list({ payment_intent: 'pi_unknown' })).data).toEqual([])
    expect((await stripe.disputes.list({ payment_intent })).data).toEqual([])
    expect(merchant.simulators.refund('stripe', id, 150_001)).toBe(false)
    expect(merchant.simulators.refund('stripe', id, 50_000)).toBe(true)
    expect(merchant.simulators.dispute('stripe', id, 'open')).toBe(true)
    await merchant.after(500)
    const intentEvents = allEvents().filter(({ data }) => data.object.payment_intent === payment_intent)
    expect(intentEvents.slice(1).map(({ type, data }) => [type, data.object.metadata])).toEqual([
      ['refund.created', {}],
      ['charge.refunded', { attempt_id: attempt }],
      ['charge.dispute.created', {}],
    ])
    expect((await stripe.disputes.list({ payment_intent })).data).toMatchObject([{ status: 'needs_response' }])
    const { latest_charge } = await stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] })
    expect(latest_charge).toMatchObject({ disputed: true, amount_refunded: 50_000, refunded: false })
  })
})

describe('Stripe refund', () => {
  it('covers the remaining amount after a partial refund, and is refused when nothing remains', async () => {
    const payment_intent = readId((await pay()).payment_intent)
    const refund = await stripe.refunds.create({ payment_intent, amount: 50000, metadata: { by: 'amina' } })
    expect(refund).toMatchObject({ status: 'succeeded', amount: 50000, currency: 'kes', metadata: { by: 'amina' } })
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id })
    expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 100000 })
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_already_refunded' })
    const { data } = await stripe.refunds.list({ payment_intent })
    expect(data.map(({ amount }) => amount)).toEqual([50000, 100000])
    const charge = readId((await stripe.paymentIntents.retrieve(payment_intent)).latest_charge)
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 150000, refunded: true })
    await merchant.after(500)
    const sentEvents = merchant.webhooks.received.map(({ raw }) => JSON.parse(String(raw)))
    const chargeEvents = sentEvents.filter(
      ({ data: about }) => about.object.payment_intent === payment_intent && about.object.object === 'charge',
    )
    expect(chargeEvents.map(({ type, data: about }) => [type, about.object.amount_refunded])).toEqual([
      ['charge.refunded', 50000],
      ['charge.refunded', 150000],
    ])
  })

  it('is refused with 404 for an unknown payment intent', async () => {
    await expect(stripe.refunds.create({ payment_intent: 'pi_unknown' })).rejects.toMatchObject({ statusCode: 404 })
  })
})
