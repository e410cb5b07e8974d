import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCredentials } from '../credentials.ts'
import fixtures from '../fixtures/paystack.json' with { type: 'json' }
import { type CardMerchant, startCardMerchant } from '../testing/card-merchant.ts'
import { describeShape } from '../testing/describe-shape.ts'
import { readResponse } from '../testing/merchant.ts'

let merchant: CardMerchant
beforeAll(async () => {
  merchant = await startCardMerchant()
})
afterAll(() => merchant.close())

let reference = ''
let testCount = 0
beforeEach(() => {
  testCount += 1
  reference = `ref-${testCount}`
})

const returnUrl = 'http://127.0.0.1:3000/dashboard/premium/return'
const data = (json: Record<string, unknown>) => json.data as Record<string, unknown>
const initialize = (fields: Record<string, unknown> = {}) =>
  merchant.paystack('/transaction/initialize', {
    email: 'amina@example.com',
    amount: 150000,
    currency: 'KES',
    reference,
    callback_url: returnUrl,
    channels: ['card'],
    metadata: { order_id: 'o1', name: 'Ćirić' },
    ...fields,
  })
const openTransaction = async () => data((await initialize()).json).access_code
const verify = async () => data((await merchant.paystack(`/transaction/verify/${reference}`)).json)
const events = () =>
  merchant.webhooks.received
    .filter(({ raw }) => raw.includes(`"${reference}"`))
    .map(({ raw }) => JSON.parse(String(raw)))

async function pay(): Promise<void> {
  await merchant.page(await openTransaction(), 'pay', { card: 'success' })
  await merchant.after(500)
}

describe('Paystack transaction', () => {
  it("starts with the fields of Paystack's recorded response, and a checkout URL on this machine", async () => {
    const { status, json } = await initialize()
    expect(status).toBe(200)
    expect(describeShape(json)).toEqual(describeShape(fixtures.initialized))
    expect(data(json).authorization_url).toBe(
      `${merchant.simulators.phoneUrl}/test/checkout/${String(data(json).access_code)}`,
    )
    expect(await verify()).toMatchObject({ status: 'abandoned', paid_at: null, domain: 'test' })
  })

  it('is refused with 400 when its reference was used before', async () => {
    await initialize()
    const again = await initialize()
    expect(again).toMatchObject({ status: 400, json: fixtures.refused })
    expect(describeShape(again.json)).toEqual(describeShape(fixtures.refused))
  })

  it.each([
    { amount: 1500.5 },
    { amount: 0 },
    { currency: 'XYZ' },
    { reference: 'ref/1' },
    { email: 'nobody' },
    { callback_url: 'https://example.com/return' },
    { channels: ['bank'] },
  ])('is refused with 400 for %j', async (fields) => {
    expect(await initialize(fields)).toMatchObject({ status: 400, json: { status: false } })
  })

  it('cannot be verified with a missing or wrong secret key (401) or an unknown reference (404)', async () => {
    const url = `${merchant.simulators.paystackUrl}/transaction/verify/x`
    expect(await readResponse(await fetch(url))).toMatchObject({ status: 401, json: { status: false } })
    const headers = { authorization: 'Bearer sk_test_other' }
    expect(await readResponse(await fetch(url, { headers }))).toMatchObject({ status: 401 })
    expect(await merchant.paystack('/transaction/verify/unknown')).toMatchObject({ status: 404 })
  })
})

describe('Paystack payment with a test card', () => {
  it('redirects to the return URL with the reference, and can then be verified with all recorded fields', async () => {
    const { json } = await merchant.page(await openTransaction(), 'pay', { card: 'success' })
    expect(json).toEqual({ goTo: `${returnUrl}?trxref=${reference}&reference=${reference}` })
    const verified = await verify()
    expect(Object.keys(verified)).toEqual(expect.arrayContaining(fixtures.verifiedKeys))
    expect(Object.keys(verified.authorization as object)).toEqual(expect.arrayContaining(fixtures.authorizationKeys))
    expect(verified).toMatchObject({
      status: 'success',
      amount: 150000,
      requested_amount: 150000,
      currency: 'KES',
      fees: 4350,
      authorization: { last4: '4081', brand: 'visa' },
      metadata: { order_id: 'o1' },
    })
  })

  it('requires a PIN, or a PIN and a code, depending on the card', async () => {
    const code = await openTransaction()
    expect((await merchant.page(code, 'pay', { card: 'pin' })).json).toEqual({ ask: 'pin' })
    expect(await verify()).toMatchObject({ status: 'ongoing' })
    expect((await merchant.page(code, 'answer', { value: '1111' })).json).toHaveProperty('goTo')
    expect(await verify()).toMatchObject({ status: 'success' })

    reference = `${reference}b`
    const other = await openTransaction()
    await merchant.page(other, 'pay', { card: 'pin-and-code' })
    expect((await merchant.page(other, 'answer', { value: '1234' })).json).toEqual({ ask: 'otp' })
    expect((await merchant.page(other, 'answer', { value: '123456' })).json).toHaveProperty('goTo')
    expect(await verify()).toMatchObject({ status: 'success' })
  })

  it.each([
    ['declined', 'Declined'],
    ['insufficient', 'Insufficient Funds'],
  ])('"%s" fails without a webhook, and another card can then pay', async (card, gateway_response) => {
    const code = await openTransaction()
    expect((await merchant.page(code, 'pay', { card })).json).toHaveProperty('goTo')
    expect(await verify()).toMatchObject({ status: 'failed', gateway_response, paid_at: null })
    await merchant.after(3_600_000)
    expect(events()).toEqual([])
    await merchant.page(code, 'pay', { card: 'success' })
    expect(await verify()).toMatchObject({ status: 'success' })
  })

  it.each([
    ['pin', ['9999'], 'Incorrect PIN'],
    ['pin-and-code', ['1234', '000000'], 'Incorrect OTP'],
  ])('"%s" fails with a wrong PIN or code', async (card, answers, gateway_response) => {
    const code = await openTransaction()
    await merchant.page(code, 'pay', { card })
    for (const value of answers) await merchant.page(code, 'answer', { value })
    expect(await verify()).toMatchObject({ status: 'failed', gateway_response })
  })

  it('stays pending for 30 seconds and then fails, with the card "timeout"', async () => {
    await merchant.page(await openTransaction(), 'pay', { card: 'timeout' })
    expect(await verify()).toMatchObject({ status: 'pending' })
    await merchant.after(29_999)
    expect(await verify()).toMatchObject({ status: 'pending' })
    await merchant.after(1)
    expect(await verify()).toMatchObject({ status: 'failed' })
  })

  it('is charged once when the payment is sent three times', async () => {
    const code = await openTransaction()
    for (let time = 0; time < 3; time += 1) await merchant.page(code, 'pay', { card: 'success' })
    await merchant.after(3_600_000)
    expect(events()).toHaveLength(1)
  })

  it('is refused with 400 when the request contains a card number or an unknown card id', async () => {
    const code = await openTransaction()
    for (const card of ['4084084084084081', '4111111111111111', 'other', 7])
      expect((await merchant.page(code, 'pay', { card })).status).toBe(400)
    expect(await verify()).toMatchObject({ status: 'abandoned' })
  })

  it('is not charged on Cancel, which sets the transaction to "abandoned"', async () => {
    const { json } = await merchant.page(await openTransaction(), 'cancel')
    expect(json).toEqual({ goTo: `${returnUrl}?trxref=${reference}&reference=${reference}` })
    expect(await verify()).toMatchObject({ status: 'abandoned' })
  })

  it('redirects to cancel_action on Cancel if that URL is on this machine, otherwise to the return URL', async () => {
    const first = await initialize({ metadata: { cancel_action: 'http://127.0.0.1:3000/premium' } })
    expect((await merchant.page(data(first.json).access_code, 'cancel')).json).toEqual({
      goTo: 'http://127.0.0.1:3000/premium',
    })
    reference = `${reference}b`
    const second = await initialize({ metadata: { cancel_action: 'https://example.com/' } })
    expect((await merchant.page(data(second.json).access_code, 'cancel')).json.goTo).toContain(returnUrl)
  })
})

describe('Paystack webhook', () => {
  it('is signed over the sent bytes, which differ from JSON.stringify of the same object', async () => {
    await pay()
    const [hook] = merchant.webhooks.received.filter(({ raw }) => raw.includes(`"${reference}"`))
    const sign = (bytes: string | Buffer) =>
      createHmac('sha512', testCredentials.paystack.secretKey).update(bytes).digest('hex')
    const raw = hook?.raw ?? Buffer.alloc(0)
    expect(hook?.headers['x-paystack-signature']).toBe(sign(raw))
    expect(sign(JSON.stringify(JSON.parse(raw.toString())))).not.toBe(sign(raw))
    expect(raw.toString()).toContain(String.raw`\u0106iri\u0107`)
    expect(events()[0]).toMatchObject({
      event: 'charge.success',
      data: { amount: 150000, metadata: { name: 'Ćirić' } },
    })
  })

  it('belongs to a transaction that /transaction/verify returns with an id above Number.MAX_SAFE_INTEGER', async () => {
    await pay()
    const { body } = await merchant.paystack(`/transaction/verify/${reference}`)
    const id = /"id":(\d+)/.exec(body)?.[1] ?? ''
    expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
  })

  it('is sent again every hour until the merchant returns 200', async () => {
    merchant.webhooks.answerWith(500)
    await pay()
    await merchant.after(3_600_000)
    expect(events()).toHaveLength(2)
    merchant.webhooks.answerWith(200)
    await merchant.after(3_600_000)
    await merchant.after(3_600_000)
    expect(events()).toHaveLength(3)
  })

  it('is lost, sent twice or sent 30 seconds late when setWebhookFaults requests it', async () => {
    merchant.simulators.setWebhookFaults('paystack', { lose: true })
    await pay()
    await merchant.after(3_600_000)
    expect(events()).toHaveLength(0)
    reference = `${reference}b`
    merchant.simulators.setWebhookFaults('paystack', { lose: false, sendTwice: true, late: true })
    await pay()
    await merchant.after(29_999)
    expect(events()).toHaveLength(0)
    await merchant.after(1)
    expect(events()).toHaveLength(1)
    await merchant.after(500)
    expect(events()).toHaveLength(2)
    merchant.simulators.setWebhookFaults('paystack', { sendTwice: false, late: false })
  })
})

it('a Paystack dispute sends webhooks when it is opened and resolved, but only for a paid transaction', async () => {
  await openTransaction()
  expect(merchant.simulators.dispute('paystack', reference, 'open')).toBe(false)
  reference = `${reference}b`
  await pay()
  for (const stage of ['open', 'lost', 'won'] as const) {
    expect(merchant.simulators.dispute('paystack', reference, stage)).toBe(true)
    await merchant.after(500)
  }
  expect(events().map(({ event, data: about }) => [event, about.resolution])).toEqual([
    ['charge.success', undefined],
    ['charge.dispute.create', null],
    ['charge.dispute.resolve', 'merchant-accepted'],
    ['charge.dispute.resolve', 'declined'],
  ])
})

describe('Paystack refund', () => {
  it('is pending, then processed, and sets the transaction to "reversed"', async () => {
    await pay()
    const refund = await merchant.paystack('/refund', { transaction: reference })
    expect(data(refund.json)).toMatchObject({ status: 'pending', amount: 150000 })
    expect(await verify()).toMatchObject({ status: 'success' })
    await merchant.after(2_000)
    expect(await verify()).toMatchObject({ status: 'reversed' })
    const sent = merchant.webhooks.received.map(({ raw }) => JSON.parse(String(raw)))
    const refundEvents = sent.filter(({ data: about }) => about.transaction_reference === reference)
    expect(refundEvents.map(({ event, data: about }) => [event, about.amount])).toEqual([
      ['refund.pending', '150000'],
      ['refund.processed', '150000'],
    ])
    expect(await merchant.paystack('/refund', { transaction: reference })).toMatchObject({ status: 400 })
  })

  it('is refused with 400 when all refunds together exceed the payment', async () => {
    await pay()
    expect((await merchant.paystack('/refund', { transaction: reference, amount: 150001 })).status).toBe(400)
    await merchant.paystack('/refund', { transaction: reference, amount: 100000 })
    await merchant.after(2_000)
    expect(await verify()).toMatchObject({ status: 'success' })
    expect((await merchant.paystack('/refund', { transaction: reference, amount: 50001 })).status).toBe(400)
  })

  it('is listed under the id of its transaction when it was made on the dashboard', async () => {
    expect(merchant.simulators.refund('paystack', reference)).toBe(false)
    await pay()
    expect(merchant.simulators.refund('paystack', reference, 150_001)).toBe(false)
    expect(merchant.simulators.refund('paystack', reference, 60_000)).toBe(true)
    const id = /"id":(\d+)/.exec((await merchant.paystack(`/transaction/verify/${reference}`)).body)?.[1] ?? ''
    const readRefunds = async () => (await merchant.paystack(`/refund?transaction=${id}`)).body
    expect(await readRefunds()).toMatch(new RegExp(`"transaction":${id},.*"amount":60000,"status":"pending"`))
    await merchant.after(2_000)
    expect(await readRefunds()).toContain('"status":"processed"')
    expect((await merchant.paystack('/refund?transaction=1')).json).toMatchObject({ status: true, data: [] })
  })

  it('is refused with 400 for an unpaid transaction, and with 404 for an unknown transaction', async () => {
    await initialize()
    expect((await merchant.paystack('/refund', { transaction: reference })).status).toBe(400)
    expect((await merchant.paystack('/refund', { transaction: 'unknown' })).status).toBe(404)
  })
})
