import { randomBytes } from 'node:crypto'
import type { OrderId } from '@pawtrait/contract/ids.ts'
import type { PaymentClaim } from '@pawtrait/contract/payments/payment-claims.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { readPaymentCommand } from '#app/cli/payments.ts'
import { paymentJobs } from '#features/payments/jobs.ts'
import { hashToken } from '#features/payments/providers/callback-urls.ts'
import { contextOf, system } from '#platform/context.ts'
import { hour, minute, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { shopForFile } from '#testing/shop.ts'

const shop = shopForFile()

let phones = 5_000
const aPhone = (end = '777') => `2547${++phones}7${end}`

/** A prompt whose answer and callback are both lost: nobody here can know what becomes of it. */
async function unnoticed(phone = aPhone()) {
  const who = await aUser(shop.server)
  const order = await shop.order(who)
  await shop.test(`phone/${phone}/settings`, { toggles: { losePushAnswer: true, loseCallback: true } })
  await shop.push(who, order, phone)
  return { who, order, phone }
}

/** Pays it, and reads the code in the message on the phone. */
async function paid(phone: string): Promise<string> {
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  const view = await (await fetch(`${shop.simulators.phoneUrl}/test/phone/${phone}`)).json()
  return /^[A-Z0-9]{10}/.exec((view as { lastSms: { text: string } }).lastSms.text)?.[0] ?? ''
}

const tell = (who: TestUser | null, order: OrderId, code: unknown) =>
  shop.server.call<PaymentClaim>(who, 'POST', `/api/orders/${order}/claims`, { code })
const claims = async (who: TestUser, order: OrderId) =>
  (await shop.server.call<{ claims: PaymentClaim[] }>(who, 'GET', `/api/orders/${order}/claims`)).body.claims

/** M-Pesa is asked, and its result comes. */
async function answered() {
  await shop.server.runJobs()
  await shop.after(3 * second)
}

const granted = async (...orders: OrderId[]) => {
  const rows = await Promise.all(
    orders.map((order) => shop.server.deps.database.rows(sql`select 1 from plan_periods where order_id = ${order}`)),
  )
  return rows.flat().length
}

async function pawtrait(...words: string[]): Promise<string> {
  const command = readPaymentCommand(words)
  if (!command) return 'usage'
  return command(contextOf(shop.server.deps, system)).catch((error: Error) => error.message)
}

describe('"I paid, and here is the code"', () => {
  it('settles once M-Pesa says the same of the code', async () => {
    const { who, order, phone } = await unnoticed()
    const code = await paid(phone)
    expect(await shop.read(who, order)).toMatchObject({ state: 'open', attempt: { state: 'unknown' } })
    const told = await tell(who, order, ` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)} `)
    expect(told).toMatchObject({ status: 201, body: { code, state: 'checking', reason: null } })
    expect((await tell(who, order, code)).body).toEqual(told.body)
    expect(await granted(order)).toBe(0)
    await answered()
    const fulfilled = await shop.read(who, order)
    expect(fulfilled).toMatchObject({ state: 'fulfilled', attempt: { state: 'paid' }, refundDue: false })
    expect(await claims(who, order)).toMatchObject([{ code, state: 'accepted' }])
    expect((await shop.server.call(who, 'GET', `/api/receipts/${fulfilled.receipt}`)).body).toMatchObject({
      methodDetail: code,
    })
    expect(await tell(who, order, 'UJ20000000')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('settles an order that was given up as well', async () => {
    const { who, order, phone } = await unnoticed()
    const code = await paid(phone)
    await shop.server.call(who, 'DELETE', `/api/orders/${order}`)
    await tell(who, order, code)
    await answered()
    expect(await shop.read(who, order)).toMatchObject({ state: 'fulfilled' })
  })

  it('is refused for a code that M-Pesa does not know, and may be told again', async () => {
    const { who, order } = await unnoticed()
    await tell(who, order, 'UJ20000000')
    await answered()
    expect(await claims(who, order)).toMatchObject([{ state: 'refused', reason: 'unknown-code' }])
    expect((await tell(who, order, 'UJ20000000')).body).toMatchObject({ state: 'checking', reason: null })
    expect(await granted(order)).toBe(0)
  })

  it('is refused for a code that has paid something else', async () => {
    const [mine, other] = [await unnoticed(), await unnoticed()]
    const code = await paid(other.phone)
    await tell(other.who, other.order, code)
    await answered()
    expect((await tell(mine.who, mine.order, code)).body).toMatchObject({ state: 'refused', reason: 'used' })
    expect(await granted(mine.order)).toBe(0)
  })

  it('grants one of two who tell the same code at once', async () => {
    const [first, second] = [await unnoticed(), await unnoticed()]
    const code = await paid(first.phone)
    await Promise.all([tell(first.who, first.order, code), tell(second.who, second.order, code)])
    await answered()
    expect(await granted(first.order, second.order)).toBe(1)
    const states = [await claims(first.who, first.order), await claims(second.who, second.order)].flat()
    expect(states.map(({ state }) => state).toSorted()).toEqual(['accepted', 'refused'])
  })

  it('paid by another phone waits for a person, who may count it', async () => {
    const [mine, other] = [await unnoticed(aPhone('111')), await unnoticed(aPhone('222'))]
    const code = await paid(other.phone)
    await tell(mine.who, mine.order, code)
    await answered()
    expect(await claims(mine.who, mine.order)).toMatchObject([{ state: 'by-hand' }])
    expect(await granted(mine.order)).toBe(0)
    const line = (await pawtrait('payments')).split('\n').find((one) => one.includes(code))
    expect(line).toContain('claim')
    const reference = line?.split('\t')[7] ?? ''
    expect(await pawtrait('settle', reference, code)).toBe('applied\n')
    expect(await claims(mine.who, mine.order)).toMatchObject([{ state: 'accepted' }])
    expect(await pawtrait('payments')).not.toContain(code)
  })

  it('waits for a person when another payment of that moment has no code yet', async () => {
    const mine = await unnoticed()
    const other = await unnoticed()
    const code = await paid(other.phone)
    // The other one was settled by asking, which tells no code.
    const { database } = shop.server.deps
    await database.rows(sql`
      insert into payments (id, attempt_id, order_id, provider, provider_txn_id, amount_minor, currency, disposition,
        confirmed_by, livemode, created_at)
      select gen_random_uuid(), id, order_id, 'mpesa', id::text, 150000, 'KES', 'applied', 'query', false, created_at
      from payment_attempts where order_id = ${other.order}`)
    await tell(mine.who, mine.order, code)
    await answered()
    expect(await claims(mine.who, mine.order)).toMatchObject([{ state: 'by-hand' }])
    expect(await granted(mine.order)).toBe(0)
    await shop.after(hour)
  })
})

describe('a result', () => {
  /** A claim that waits, and the way its result comes. */
  let codes = 1_000_000
  async function asked() {
    const mine = await unnoticed()
    const code = `UJ2${++codes}`
    await tell(mine.who, mine.order, code)
    const token = randomBytes(32).toString('hex')
    await shop.server.deps.database.rows(sql`
      update payment_claims set result_token_hash = ${hashToken(token)}, conversation_id = 'AG_1'
      where order_id = ${mine.order}`)
    return { ...mine, token, code }
  }
  const digits = () => new Date(shop.server.clock.now().getTime() + 180 * minute).toISOString().replaceAll(/\D/g, '')
  const good = (code: string) => ({
    ReceiptNo: code,
    Amount: 1500,
    TransactionStatus: 'Completed',
    DebitPartyName: '2547*****777 - AMINA O',
    CreditPartyName: '174379 - PAWTRAIT',
    FinalisedTime: Number(digits().slice(0, 14)),
  })
  const come = async ({ token, code }: { token: string; code: string }, changes: object, head: object = {}) => {
    const facts = Object.entries({ ...good(code), ...changes })
    const ResultParameters = { ResultParameter: facts.map(([Key, Value]) => ({ Key, Value })) }
    const answer = await shop.server.inject({
      method: 'POST',
      url: `/api/payments/mpesa/cb/${token}`,
      headers: { host: new URL(shop.server.deps.config.publicUrl).host, 'content-type': 'application/json' },
      payload: JSON.stringify({ Result: { ResultCode: 0, ConversationID: 'AG_1', ...head, ResultParameters } }),
    })
    expect(answer.status).toBe(200)
    const { work } = paymentJob('work-payment-events')
    await work({} as never)
  }
  const paymentJob = (name: string) => {
    const found = paymentJobs(() => contextOf(shop.server.deps, system)).find((job) => job.name === name)
    if (!found) throw new Error(`no job ${name}`)
    return found
  }

  it('that fits settles', async () => {
    const mine = await asked()
    await come(mine, {})
    expect(await granted(mine.order)).toBe(1)
  })

  it.each([
    ['about another code', { ReceiptNo: 'UJ22T8IYOV' }, 'refused'],
    ['about another shortcode', { CreditPartyName: '174370 - SOMEBODY' }, 'refused'],
    ['about a longer shortcode', { CreditPartyName: '1743790 - SOMEBODY' }, 'refused'],
    ['about a reversed payment', { TransactionStatus: 'Reversed' }, 'refused'],
    ['about a payment of last week', { FinalisedTime: 20260101101010 }, 'refused'],
    ['about a payment at no time', { FinalisedTime: 'yesterday' }, 'refused'],
    ['about another amount', { Amount: 1499 }, 'by-hand'],
    ['about no amount', { Amount: null }, 'by-hand'],
    ['about another phone', { DebitPartyName: '254708374149 - JOHN DOE' }, 'by-hand'],
  ])('%s grants nothing', async (_what, changes, state) => {
    const mine = await asked()
    const { who, order } = mine
    await come(mine, changes)
    expect(await granted(order)).toBe(0)
    expect(await claims(who, order)).toMatchObject([{ state }])
  })

  it.each([
    ['of another question', { ConversationID: 'AG_2' }, 'checking'],
    ['that the role is missing', { ResultCode: 21 }, 'by-hand'],
  ])('%s grants nothing', async (_what, head, state) => {
    const mine = await asked()
    const { who, order } = mine
    await come(mine, {}, head)
    expect(await granted(order)).toBe(0)
    expect(await claims(who, order)).toMatchObject([{ state }])
  })
})

describe('a claim', () => {
  it('is for a person where M-Pesa cannot be asked, and is answered by them', async () => {
    const { mpesa } = shop.server.deps.config.payments
    const reversal = mpesa?.reversal
    const { who, order } = await unnoticed()
    Object.assign(mpesa ?? {}, { reversal: null })
    expect((await tell(who, order, 'UJ2BYHAND1')).body).toMatchObject({ state: 'by-hand' })
    Object.assign(mpesa ?? {}, { reversal })
    const line = (await pawtrait('payments')).split('\n').find((one) => one.includes('UJ2BYHAND1'))
    const id = line?.split('\t')[0] ?? ''
    expect(await pawtrait('refuse', id)).toBe('Refused.\n')
    expect(await pawtrait('refuse', id)).toBe(`No claim "${id}" waits.`)
    expect(await claims(who, order)).toMatchObject([{ state: 'refused', reason: 'does-not-fit' }])
  })

  it('that M-Pesa leaves without an answer goes to a person after ten minutes', async () => {
    const { who, order } = await unnoticed()
    const path = '/mpesa/transactionstatus/v1/query'
    await shop.server.runJobs()
    shop.simulators.fail('daraja', { path, kind: 'answer', status: 500, body: '{}' })
    await tell(who, order, 'UJ2SILENT1')
    await shop.after(9 * minute)
    expect(await claims(who, order)).toMatchObject([{ state: 'checking' }])
    await shop.after(minute)
    expect(await claims(who, order)).toMatchObject([{ state: 'by-hand' }])
  })

  it('is told five times a day at most', async () => {
    const { who, order } = await unnoticed()
    for (let n = 0; n < 5; n++) expect((await tell(who, order, `UJ2TRIED0${n}`)).status).toBe(201)
    expect(await tell(who, order, 'UJ2TRIED05')).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    // One that stands is no new one.
    expect((await tell(who, order, 'UJ2TRIED00')).status).toBe(201)
  })

  it('needs a code, an order of one’s own and a prompt of M-Pesa', async () => {
    const { who, order } = await unnoticed()
    for (const code of ['', 'UJ22T8IYO', 'UJ22T8IYOU1', 'UJ22T8IY-U', 7, null])
      expect((await tell(who, order, code)).status).toBe(400)
    expect((await tell(await aUser(shop.server), order, 'UJ22T8IYOU')).status).toBe(404)
    expect((await tell(null, order, 'UJ22T8IYOU')).status).toBe(401)
    expect((await shop.server.call(await aUser(shop.server), 'GET', `/api/orders/${order}/claims`)).status).toBe(404)
    const other = await aUser(shop.server)
    const unprompted = await shop.order(other)
    expect(await tell(other, unprompted, 'UJ22T8IYOU')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})
