import { randomBytes } from 'node:crypto'
import type { OrderId } from '@pawtrait/contract/ids.ts'
import type { PaymentClaim } from '@pawtrait/contract/payments/payment-claims.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { parsePaymentCommand } from '#app/cli/payments.ts'
import { paymentJobs } from '#features/payments/jobs.ts'
import { hashToken } from '#features/payments/providers/callback-urls.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { hour, minute, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'

const shop = paymentServerForFile()

let phones = 5_000
const aPhone = (end = '777') => `2547${++phones}7${end}`

/** Creates an order and a phone prompt for it. The prompt's response and callback are both lost. */
async function createUnconfirmedPayment(phone = aPhone()) {
  const user = await aUser(shop.server)
  const order = await shop.order(user)
  await shop.test(`phone/${phone}/settings`, { toggles: { losePushAnswer: true, loseCallback: true } })
  await shop.push(user, order, phone)
  return { user, order, phone }
}

/** Pays the prompt on the phone, and returns the M-Pesa code from the text message. */
async function payPrompt(phone: string): Promise<string> {
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  const view = await (await fetch(`${shop.simulators.phoneUrl}/test/phone/${phone}`)).json()
  return /^[A-Z0-9]{10}/.exec((view as { lastSms: { text: string } }).lastSms.text)?.[0] ?? ''
}

const submit = (user: TestUser | null, order: OrderId, code: unknown) =>
  shop.server.call<PaymentClaim>(user, 'POST', `/api/orders/${order}/claims`, { code })
const claims = async (user: TestUser, order: OrderId) =>
  (await shop.server.call<{ claims: PaymentClaim[] }>(user, 'GET', `/api/orders/${order}/claims`)).body.claims

async function receiveResult() {
  await shop.server.runJobs()
  await shop.after(3 * second)
}

const countGranted = async (...orders: OrderId[]) => {
  const rows = await Promise.all(
    orders.map((order) => shop.server.deps.database.rows(sql`select 1 from plan_periods where order_id = ${order}`)),
  )
  return rows.flat().length
}

async function pawtrait(...args: string[]): Promise<string> {
  const command = parsePaymentCommand(args)
  if (!command) return 'usage'
  return command(createContext(shop.server.deps, systemCaller)).catch((error: Error) => error.message)
}

describe('POST /api/orders/:id/claims', () => {
  it('settles the order when M-Pesa confirms the submitted code', async () => {
    const { user, order, phone } = await createUnconfirmedPayment()
    const code = await payPrompt(phone)
    expect(await shop.read(user, order)).toMatchObject({ state: 'open', attempt: { state: 'unknown' } })
    const submitted = await submit(user, order, ` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)} `)
    expect(submitted).toMatchObject({ status: 201, body: { code, state: 'checking', reason: null } })
    expect((await submit(user, order, code)).body).toEqual(submitted.body)
    expect(await countGranted(order)).toBe(0)
    await receiveResult()
    const fulfilled = await shop.read(user, order)
    expect(fulfilled).toMatchObject({ state: 'fulfilled', attempt: { state: 'paid' }, refundDue: false })
    expect(await claims(user, order)).toMatchObject([{ code, state: 'accepted' }])
    expect((await shop.server.call(user, 'GET', `/api/receipts/${fulfilled.receipt}`)).body).toMatchObject({
      methodDetail: code,
    })
    expect(await submit(user, order, 'UJ20000000')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('settles a cancelled order when M-Pesa confirms the submitted code', async () => {
    const { user, order, phone } = await createUnconfirmedPayment()
    const code = await payPrompt(phone)
    await shop.server.call(user, 'DELETE', `/api/orders/${order}`)
    await submit(user, order, code)
    await receiveResult()
    expect(await shop.read(user, order)).toMatchObject({ state: 'fulfilled' })
  })

  it('refuses a code that M-Pesa does not know, and checks the code again when the buyer resubmits it', async () => {
    const { user, order } = await createUnconfirmedPayment()
    await submit(user, order, 'UJ20000000')
    await receiveResult()
    expect(await claims(user, order)).toMatchObject([{ state: 'refused', reason: 'unknown-code' }])
    expect((await submit(user, order, 'UJ20000000')).body).toMatchObject({ state: 'checking', reason: null })
    expect(await countGranted(order)).toBe(0)
  })

  it('refuses a code already used for another order, with the reason "used"', async () => {
    const [own, other] = [await createUnconfirmedPayment(), await createUnconfirmedPayment()]
    const code = await payPrompt(other.phone)
    await submit(other.user, other.order, code)
    await receiveResult()
    expect((await submit(own.user, own.order, code)).body).toMatchObject({ state: 'refused', reason: 'used' })
    expect(await countGranted(own.order)).toBe(0)
  })

  it('grants Premium to only one of two buyers who submit the same code concurrently', async () => {
    const [first, second] = [await createUnconfirmedPayment(), await createUnconfirmedPayment()]
    const code = await payPrompt(first.phone)
    await Promise.all([submit(first.user, first.order, code), submit(second.user, second.order, code)])
    await receiveResult()
    expect(await countGranted(first.order, second.order)).toBe(1)
    const states = [await claims(first.user, first.order), await claims(second.user, second.order)].flat()
    expect(states.map(({ state }) => state).toSorted()).toEqual(['accepted', 'refused'])
  })

  it('marks the claim as "by-hand" if another phone made the payment, until `pawtrait settle` is run', async () => {
    const [own, other] = [await createUnconfirmedPayment(aPhone('111')), await createUnconfirmedPayment(aPhone('222'))]
    const code = await payPrompt(other.phone)
    await submit(own.user, own.order, code)
    await receiveResult()
    expect(await claims(own.user, own.order)).toMatchObject([{ state: 'by-hand' }])
    expect(await countGranted(own.order)).toBe(0)
    const line = (await pawtrait('payments')).split('\n').find((text) => text.includes(code))
    expect(line).toContain('claim')
    const reference = line?.split('\t')[7] ?? ''
    expect(await pawtrait('settle', reference, code)).toBe('applied\n')
    expect(await claims(own.user, own.order)).toMatchObject([{ state: 'accepted' }])
    expect(await pawtrait('payments')).not.toContain(code)
  })

  it('marks the claim as "by-hand" when the code may belong to another buyer’s payment', async () => {
    const own = await createUnconfirmedPayment()
    const other = await createUnconfirmedPayment()
    const code = await payPrompt(other.phone)
    // A payment that was confirmed by a status query has no M-Pesa code.
    const { database } = shop.server.deps
    await database.rows(sql`
      insert into payments (id, attempt_id, order_id, provider, provider_txn_id, amount_minor, currency, disposition,
        confirmed_by, livemode, created_at)
      select gen_random_uuid(), id, order_id, 'mpesa', id::text, 150000, 'KES', 'applied', 'query', false, created_at
      from payment_attempts where order_id = ${other.order}`)
    await submit(own.user, own.order, code)
    await receiveResult()
    expect(await claims(own.user, own.order)).toMatchObject([{ state: 'by-hand' }])
    expect(await countGranted(own.order)).toBe(0)
    await shop.after(hour)
  })
})

describe('M-Pesa status result for a claimed code', () => {
  let codes = 1_000_000
  async function submitWithToken() {
    const own = await createUnconfirmedPayment()
    const code = `UJ2${++codes}`
    await submit(own.user, own.order, code)
    const token = randomBytes(32).toString('hex')
    await shop.server.deps.database.rows(sql`
      update payment_claims set result_token_hash = ${hashToken(token)}, conversation_id = 'AG_1'
      where order_id = ${own.order}`)
    return { ...own, token, code }
  }
  const formatNow = () => new Date(shop.server.clock.now().getTime() + 180 * minute).toISOString().replaceAll(/\D/g, '')
  const matchingFacts = (code: string) => ({
    ReceiptNo: code,
    Amount: 1500,
    TransactionStatus: 'Completed',
    DebitPartyName: '2547*****777 - AMINA O',
    CreditPartyName: '174379 - PAWTRAIT',
    FinalisedTime: Number(formatNow().slice(0, 14)),
  })
  const receiveFacts = async (
    { token, code }: { token: string; code: string },
    changes: object,
    resultHead: object = {},
  ) => {
    const facts = Object.entries({ ...matchingFacts(code), ...changes })
    const ResultParameters = { ResultParameter: facts.map(([Key, Value]) => ({ Key, Value })) }
    const response = await shop.server.inject({
      method: 'POST',
      url: `/api/payments/mpesa/cb/${token}`,
      headers: { host: new URL(shop.server.deps.config.publicUrl).host, 'content-type': 'application/json' },
      payload: JSON.stringify({ Result: { ResultCode: 0, ConversationID: 'AG_1', ...resultHead, ResultParameters } }),
    })
    expect(response.status).toBe(200)
    const { work } = paymentJob('work-payment-events')
    await work({} as never)
  }
  const paymentJob = (name: string) => {
    const found = paymentJobs(() => createContext(shop.server.deps, systemCaller)).find((job) => job.name === name)
    if (!found) throw new Error(`no job ${name}`)
    return found
  }

  it('settles the order when every field matches the order', async () => {
    const own = await submitWithToken()
    await receiveFacts(own, {})
    expect(await countGranted(own.order)).toBe(1)
  })

  it.each([
    ['another code', { ReceiptNo: 'UJ22T8IYOV' }, 'refused'],
    ['another shortcode', { CreditPartyName: '174370 - SOMEBODY' }, 'refused'],
    ['a longer shortcode', { CreditPartyName: '1743790 - SOMEBODY' }, 'refused'],
    ['a reversed payment', { TransactionStatus: 'Reversed' }, 'refused'],
    ['a payment from another week', { FinalisedTime: 20260101101010 }, 'refused'],
    ['an invalid time', { FinalisedTime: 'yesterday' }, 'refused'],
    ['another amount', { Amount: 1499 }, 'by-hand'],
    ['a missing amount', { Amount: null }, 'by-hand'],
    ['another phone', { DebitPartyName: '254708374149 - JOHN DOE' }, 'by-hand'],
  ])('grants no Premium with %s', async (_what, changes, state) => {
    const own = await submitWithToken()
    const { user, order } = own
    await receiveFacts(own, changes)
    expect(await countGranted(order)).toBe(0)
    expect(await claims(user, order)).toMatchObject([{ state }])
  })

  it.each([
    ['another conversation id', { ConversationID: 'AG_2' }, 'checking'],
    ['result code 21 (missing role)', { ResultCode: 21 }, 'by-hand'],
  ])('grants no Premium with %s', async (_what, resultHead, state) => {
    const own = await submitWithToken()
    const { user, order } = own
    await receiveFacts(own, {}, resultHead)
    expect(await countGranted(order)).toBe(0)
    expect(await claims(user, order)).toMatchObject([{ state }])
  })
})

describe('payment claim', () => {
  it('is marked as "by-hand" if M-Pesa status queries are off, until `pawtrait refuse` refuses the claim', async () => {
    const { mpesa } = shop.server.deps.config.payments
    const reversal = mpesa?.reversal
    const { user, order } = await createUnconfirmedPayment()
    Object.assign(mpesa ?? {}, { reversal: null })
    expect((await submit(user, order, 'UJ2BYHAND1')).body).toMatchObject({ state: 'by-hand' })
    Object.assign(mpesa ?? {}, { reversal })
    const line = (await pawtrait('payments')).split('\n').find((text) => text.includes('UJ2BYHAND1'))
    const id = line?.split('\t')[0] ?? ''
    expect(await pawtrait('refuse', id)).toBe('Refused.\n')
    expect(await pawtrait('refuse', id)).toBe(`There is no open claim "${id}": "payments" lists open claims.`)
    expect(await claims(user, order)).toMatchObject([{ state: 'refused', reason: 'does-not-fit' }])
  })

  it('is marked as "by-hand" ten minutes after the status query failed', async () => {
    const { user, order } = await createUnconfirmedPayment()
    const path = '/mpesa/transactionstatus/v1/query'
    await shop.server.runJobs()
    shop.simulators.fail('daraja', { path, kind: 'answer', status: 500, body: '{}' })
    await submit(user, order, 'UJ2SILENT1')
    await shop.after(9 * minute)
    expect(await claims(user, order)).toMatchObject([{ state: 'checking' }])
    await shop.after(minute)
    expect(await claims(user, order)).toMatchObject([{ state: 'by-hand' }])
  })

  it('is refused (429) for a sixth code in a day, but accepted (201) for a code submitted before', async () => {
    const { user, order } = await createUnconfirmedPayment()
    for (let n = 0; n < 5; n++) expect((await submit(user, order, `UJ2TRIED0${n}`)).status).toBe(201)
    expect(await submit(user, order, 'UJ2TRIED05')).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect((await submit(user, order, 'UJ2TRIED00')).status).toBe(201)
  })

  it('is refused for malformed codes (400), other users’ orders (404) and orders without a prompt (409)', async () => {
    const { user, order } = await createUnconfirmedPayment()
    for (const code of ['', 'UJ22T8IYO', 'UJ22T8IYOU1', 'UJ22T8IY-U', 7, null])
      expect((await submit(user, order, code)).status).toBe(400)
    expect((await submit(await aUser(shop.server), order, 'UJ22T8IYOU')).status).toBe(404)
    expect((await submit(null, order, 'UJ22T8IYOU')).status).toBe(401)
    expect((await shop.server.call(await aUser(shop.server), 'GET', `/api/orders/${order}/claims`)).status).toBe(404)
    const other = await aUser(shop.server)
    const unprompted = await shop.order(other)
    expect(await submit(other, unprompted, 'UJ22T8IYOU')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})
