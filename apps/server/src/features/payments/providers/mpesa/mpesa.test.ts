import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour, minute, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { shopForFile } from '#testing/shop.ts'

const shop = shopForFile()

let phones = 1_000
/** A person's phone of this test's own; `ending` makes it answer by itself. */
const aPhone = (ending = '7777') => `2547${++phones}${ending}`

const premium = async (who: TestUser) => (await shop.server.call<PremiumStatus>(who, 'GET', '/api/premium')).body.state

/** A buyer with a prompt on their phone. */
async function prompted(phone = aPhone()) {
  const who = await aUser(shop.server)
  const order = await shop.order(who)
  const pushed = await shop.push(who, order, phone)
  return { who, order, phone, pushed, read: () => shop.read(who, order) }
}

describe('paying by M-Pesa', () => {
  it('turns Premium on when the PIN is entered, with a receipt that has M-Pesa’s code', async () => {
    const { who, phone, pushed, read } = await prompted()
    expect(pushed).toMatchObject({
      status: 201,
      body: { state: 'open', attempt: { method: 'mpesa', state: 'pending' } },
    })
    expect(pushed.body.attempt).toMatchObject({ phoneEnd: phone.slice(-3), reason: null, confirming: false })
    expect(await premium(who)).toBe('none')
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    const paid = await read()
    expect(paid).toMatchObject({ state: 'fulfilled', attempt: { state: 'paid' }, refundDue: false, livemode: false })
    expect(paid.receipt).toMatch(/^TEST-\d{6}$/)
    expect(paid.methodDetail).toMatch(/^[A-Z0-9]{10}$/)
    expect(await premium(who)).toBe('active')
    const receipt = await shop.server.call(who, 'GET', `/api/receipts/${paid.receipt}`)
    expect(receipt).toMatchObject({
      status: 200,
      body: {
        number: paid.receipt,
        buyer: { username: who.username },
        price: { amountMinor: 150_000, currency: 'KES' },
        vat: null,
        method: 'mpesa',
        methodDetail: expect.stringMatching(/^[A-Z0-9]{10}$/),
        phoneEnd: phone.slice(-3),
        until: paid.premiumUntil,
        credits: [],
      },
    })
    const lines = await shop.server.call(who, 'GET', '/api/payments')
    expect(lines.body).toMatchObject({ payments: [{ method: 'mpesa', state: 'paid', receipt: paid.receipt }] })
  })

  it('settles by the query alone when the callback is lost', async () => {
    const { who, phone, read } = await prompted()
    await shop.test(`phone/${phone}/settings`, { toggles: { loseCallback: true } })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(5 * second)
    expect(await premium(who)).toBe('none')
    for (let ask = 1; ask <= 3; ask++) await shop.after(10 * second)
    expect(await read()).toMatchObject({ state: 'fulfilled' })
    const receipt = await shop.server.call(who, 'GET', `/api/receipts/${(await read()).receipt}`)
    expect(receipt.body).toMatchObject({ methodDetail: null })
  })

  it('settles once when the callback comes twice and the query knows too', async () => {
    const { who, phone, order } = await prompted()
    await shop.test(`phone/${phone}/settings`, { toggles: { sendTwice: true } })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    for (let ask = 1; ask <= 6; ask++) await shop.after(10 * second)
    expect(await premium(who)).toBe('active')
    const rows = await shop.server.deps.database.rows(sql`select 1 from payments where order_id = ${order}`)
    expect(rows).toHaveLength(1)
  })

  it('P07 waits while the query gives no answer, and says that it confirms', async () => {
    const { who, phone, read } = await prompted()
    const query = '/mpesa/stkpushquery/v1/query'
    shop.simulators.fail('daraja', { path: query, times: 2, kind: 'answer', status: 500, body: '<html>' })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await read()).toMatchObject({ state: 'open', attempt: { state: 'pending', confirming: true } })
    expect(await premium(who)).toBe('none')
    await shop.after(10 * second)
    expect(await read()).toMatchObject({ state: 'open', attempt: { confirming: true } })
    await shop.after(31 * second)
    expect(await read()).toMatchObject({ state: 'fulfilled', attempt: { confirming: false } })
  })

  it.each([
    ['0001', 'failed', 'no-funds'],
    ['0017', 'failed', 'too-soon'],
    ['1001', 'failed', 'other-session'],
    ['1032', 'canceled', 'canceled'],
    ['1037', 'expired', 'no-answer'],
    ['2001', 'failed', 'wrong-pin'],
  ])('a phone ending in %s ends %s: %s', async (ending, state, reason) => {
    const { who, read } = await prompted(aPhone(ending))
    await shop.after(3 * second)
    expect(await read()).toMatchObject({ state: 'open', attempt: { state, reason } })
    expect(await premium(who)).toBe('none')
  })

  it('asks again on the same order, after two minutes on the same phone', async () => {
    const { who, order, phone, read } = await prompted()
    await shop.test(`phone/${phone}/cancel`)
    await shop.after(3 * second)
    expect(await read()).toMatchObject({ attempt: { state: 'canceled', retryAt: expect.any(String) } })
    const soon = await shop.push(who, order, phone)
    expect(soon).toMatchObject({ status: 429, body: { code: 'phone-asked-before', retryAfterSeconds: 117 } })
    expect(await read()).toMatchObject({ attempt: { state: 'canceled' } })
    await shop.after(2 * minute)
    expect(await shop.push(who, order, phone)).toMatchObject({ status: 201, body: { attempt: { state: 'pending' } } })
  })
})

describe('a push whose answer is lost', () => {
  it('is unknown, is never sent again by itself, and settles by its callback', async () => {
    const who = await aUser(shop.server)
    const [order, phone] = [await shop.order(who), aPhone()]
    await shop.test(`phone/${phone}/settings`, { toggles: { losePushAnswer: true } })
    expect(await shop.push(who, order, phone)).toMatchObject({ status: 201, body: { attempt: { state: 'unknown' } } })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await shop.read(who, order)).toMatchObject({ state: 'fulfilled', attempt: { state: 'paid' } })
  })

  it('lets the user start again, and gives the second payment back', async () => {
    const who = await aUser(shop.server)
    const [order, lost, other] = [await shop.order(who), aPhone(), aPhone()]
    await shop.test(`phone/${lost}/settings`, { toggles: { losePushAnswer: true } })
    await shop.push(who, order, lost)
    expect(await shop.push(who, order, other)).toMatchObject({ body: { attempt: { state: 'pending' } } })
    for (const phone of [other, lost]) await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await shop.read(who, order)).toMatchObject({ state: 'fulfilled', refundDue: true })
    const refunds = await shop.server.deps.database.rows(sql`
      select r.reason from refunds r join payments p on p.id = r.payment_id where p.order_id = ${order}`)
    expect(refunds).toEqual([{ reason: 'duplicate' }])
  })
})

describe('what is refused at once', () => {
  const path = '/mpesa/stkpush/v1/processrequest'
  const refusal = (errorCode: string, errorMessage: string) =>
    JSON.stringify({ requestId: 'x', errorCode, errorMessage })

  it.each([
    ['a wrong number', 400, refusal('400.002.02', 'Bad Request - Invalid PhoneNumber'), 'failed', 'wrong-number'],
    ['another field', 400, refusal('400.002.02', 'Bad Request - Invalid Amount'), 'failed', 'not-available'],
    ['a payload', 400, refusal('400.002.05', 'Invalid Request Payload'), 'failed', 'not-available'],
    ['a wrong path', 404, refusal('404.001.01', 'Resource not found'), 'failed', 'not-available'],
    ['credentials', 500, refusal('500.001.1001', 'Wrong credentials'), 'failed', 'not-available'],
    ['a merchant', 500, refusal('500.001.1001', 'Merchant does not exist'), 'failed', 'not-available'],
    ['a busy phone', 500, refusal('500.001.1001', 'Unable to lock subscriber, a transaction is'), 'failed', 'busy'],
    ['a busy system', 500, refusal('500.003.02', 'System is busy'), 'failed', 'busy'],
    ['a quota', 500, refusal('500.003.03', 'Quota Violation'), 'failed', 'busy'],
    ['an empty message', 200, refusal('500.001.1001', ''), 'unknown', null],
    ['an internal error', 500, refusal('500.003.1001', 'Internal Server Error'), 'unknown', null],
    ['garbage', 502, '<html>Bad gateway</html>', 'unknown', null],
    ['nothing', 200, '', 'unknown', null],
  ])('%s', async (_what, status, body, state, reason) => {
    shop.simulators.fail('daraja', { path, kind: 'answer', status, body })
    const { pushed, who } = await prompted()
    expect(pushed).toMatchObject({ status: 201, body: { attempt: { state, reason } } })
    expect(await premium(who)).toBe('none')
  })

  it('a phone that is none', async () => {
    const who = await aUser(shop.server)
    const order = await shop.order(who)
    for (const phone of ['', '0712', '0812345678', '+1 555 0100', '2547123456789', '07123456 78 9x'])
      expect(await shop.push(who, order, phone)).toMatchObject({
        status: 400,
        body: { code: 'validation-failed', errors: [{ field: 'phone' }] },
      })
    expect(await shop.read(who, order)).toMatchObject({ attempt: null })
  })

  it('a token that another process has ended: fetched anew, and the push goes once', async () => {
    const stale = { token: 'ended elsewhere' }
    await shop.server.deps.database.rows(sql`update daraja_tokens set token = ${stale.token}`)
    const { pushed } = await prompted()
    expect(pushed.body.attempt?.state).toBe('pending')
    const kept = await shop.server.deps.database.row<{ token: string }>(sql`select token from daraja_tokens`)
    expect(kept?.token).not.toBe(stale.token)
  })
})

describe('what crashes leave', () => {
  const leave = async (state: 'created' | 'submitting') => {
    const who = await aUser(shop.server)
    const order = await shop.order(who)
    const now = shop.server.clock.now().toISOString()
    await shop.server.deps.database.rows(sql`
      insert into payment_attempts (id, order_id, provider, state, reference, livemode, created_at, submitted_at)
      values (gen_random_uuid(), ${order}, 'mpesa', ${state}, ${`${order}${state}`}, false, ${now}, ${now})`)
    return { who, order }
  }
  const state = async ({ who, order }: Awaited<ReturnType<typeof leave>>) =>
    (await shop.read(who, order)).attempt?.state

  it('before the push: given up after five minutes; during it: unknown after a minute', async () => {
    const [before, during] = [await leave('created'), await leave('submitting')]
    await shop.after(second)
    expect([await state(before), await state(during)]).toEqual(['created', 'submitting'])
    await shop.after(minute)
    expect([await state(before), await state(during)]).toEqual(['created', 'unknown'])
    // M-Pesa is asked by the id of its prompt, which nobody has.
    const due = await shop.server.deps.database.row(sql`
      select next_check_at as due from payment_attempts where order_id = ${during.order}`)
    expect(due).toEqual({ due: null })
    await shop.after(4 * minute)
    expect([await state(before), await state(during)]).toEqual(['canceled', 'unknown'])
  })

  it('without a verdict for a day: unknown, for a person, and the alert says so', async () => {
    const { order, who } = await prompted('254708374149')
    const path = '/mpesa/stkpushquery/v1/query'
    shop.simulators.fail('daraja', { path, times: 100, kind: 'answer', status: 500, body: '{}' })
    await shop.server.deps.database.rows(sql`
      update payment_attempts set callback_token_hash = null where order_id = ${order}`)
    for (let hours = 0; hours <= 24; hours += 6) {
      await shop.after(6 * hour + minute)
    }
    expect(await shop.read(who, order)).toMatchObject({ state: 'canceled', attempt: { state: 'unknown' } })
    const [row] = await shop.server.deps.database.rows(sql`
      select manual_reason as reason from payment_attempts where order_id = ${order}`)
    expect(row).toEqual({ reason: 'no-verdict' })
    expect(shop.server.lines.join('')).toContain('manual-queue')
  })
})
