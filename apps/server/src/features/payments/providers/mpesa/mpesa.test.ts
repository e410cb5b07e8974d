import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour, minute, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'

const shop = paymentServerForFile()

let phones = 1_000
/** Returns a new phone number. For some values of `ending`, the simulated payer responds automatically. */
const aPhone = (ending = '7777') => `2547${++phones}${ending}`

const readPremiumState = async (user: TestUser) =>
  (await shop.server.call<PremiumStatus>(user, 'GET', '/api/premium')).body.state

async function promptBuyer(phone = aPhone()) {
  const user = await aUser(shop.server)
  const order = await shop.order(user)
  const pushed = await shop.push(user, order, phone)
  return { user, order, phone, pushed, read: () => shop.read(user, order) }
}

describe('M-Pesa payment', () => {
  it('grants Premium once the payer enters the PIN, and has a receipt with the M-Pesa code', async () => {
    const { user, phone, pushed, read } = await promptBuyer()
    expect(pushed).toMatchObject({
      status: 201,
      body: { state: 'open', attempt: { method: 'mpesa', state: 'pending' } },
    })
    expect(pushed.body.attempt).toMatchObject({ phoneEnd: phone.slice(-3), reason: null, confirming: false })
    expect(await readPremiumState(user)).toBe('none')
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    const paid = await read()
    expect(paid).toMatchObject({ state: 'fulfilled', attempt: { state: 'paid' }, refundDue: false, livemode: false })
    expect(paid.receipt).toMatch(/^TEST-\d{6}$/)
    expect(paid.methodDetail).toMatch(/^[A-Z0-9]{10}$/)
    expect(await readPremiumState(user)).toBe('active')
    const receipt = await shop.server.call(user, 'GET', `/api/receipts/${paid.receipt}`)
    expect(receipt).toMatchObject({
      status: 200,
      body: {
        number: paid.receipt,
        buyer: { username: user.username },
        price: { amountMinor: 150_000, currency: 'KES' },
        vat: null,
        method: 'mpesa',
        methodDetail: expect.stringMatching(/^[A-Z0-9]{10}$/),
        phoneEnd: phone.slice(-3),
        until: paid.premiumUntil,
        credits: [],
      },
    })
    const lines = await shop.server.call(user, 'GET', '/api/payments')
    expect(lines.body).toMatchObject({ payments: [{ method: 'mpesa', state: 'paid', receipt: paid.receipt }] })
  })

  it('is settled by a query when the callback is lost', async () => {
    const { user, phone, read } = await promptBuyer()
    await shop.test(`phone/${phone}/settings`, { toggles: { loseCallback: true } })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(5 * second)
    expect(await readPremiumState(user)).toBe('none')
    for (let round = 1; round <= 3; round++) await shop.after(10 * second)
    expect(await read()).toMatchObject({ state: 'fulfilled' })
    const receipt = await shop.server.call(user, 'GET', `/api/receipts/${(await read()).receipt}`)
    expect(receipt.body).toMatchObject({ methodDetail: null })
  })

  it('is settled once when the callback arrives twice and queries run too', async () => {
    const { user, phone, order } = await promptBuyer()
    await shop.test(`phone/${phone}/settings`, { toggles: { sendTwice: true } })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    for (let round = 1; round <= 6; round++) await shop.after(10 * second)
    expect(await readPremiumState(user)).toBe('active')
    const rows = await shop.server.deps.database.rows(sql`select 1 from payments where order_id = ${order}`)
    expect(rows).toHaveLength(1)
  })

  it('has `confirming: true` until a query succeeds and settles the payment (security check P07)', async () => {
    const { user, phone, read } = await promptBuyer()
    const query = '/mpesa/stkpushquery/v1/query'
    shop.simulators.fail('daraja', { path: query, times: 2, kind: 'answer', status: 500, body: '<html>' })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await read()).toMatchObject({ state: 'open', attempt: { state: 'pending', confirming: true } })
    expect(await readPremiumState(user)).toBe('none')
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
  ])('from a simulated phone number ending in %s becomes "%s" with the reason "%s"', async (ending, state, reason) => {
    const { user, read } = await promptBuyer(aPhone(ending))
    await shop.after(3 * second)
    expect(await read()).toMatchObject({ state: 'open', attempt: { state, reason } })
    expect(await readPremiumState(user)).toBe('none')
  })

  it('allows a second prompt to the same phone only after two minutes (429 before)', async () => {
    const { user, order, phone, read } = await promptBuyer()
    await shop.test(`phone/${phone}/cancel`)
    await shop.after(3 * second)
    expect(await read()).toMatchObject({ attempt: { state: 'canceled', retryAt: expect.any(String) } })
    const tooEarly = await shop.push(user, order, phone)
    expect(tooEarly).toMatchObject({ status: 429, body: { code: 'phone-asked-before', retryAfterSeconds: 117 } })
    expect(await read()).toMatchObject({ attempt: { state: 'canceled' } })
    await shop.after(2 * minute)
    expect(await shop.push(user, order, phone)).toMatchObject({ status: 201, body: { attempt: { state: 'pending' } } })
  })
})

describe('M-Pesa STK push with a lost response', () => {
  it('makes the attempt "unknown" until the callback settles the payment', async () => {
    const user = await aUser(shop.server)
    const [order, phone] = [await shop.order(user), aPhone()]
    await shop.test(`phone/${phone}/settings`, { toggles: { losePushAnswer: true } })
    expect(await shop.push(user, order, phone)).toMatchObject({ status: 201, body: { attempt: { state: 'unknown' } } })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await shop.read(user, order)).toMatchObject({ state: 'fulfilled', attempt: { state: 'paid' } })
  })

  it('allows a second attempt, and requests a refund of one payment when both attempts are paid', async () => {
    const user = await aUser(shop.server)
    const [order, lost, other] = [await shop.order(user), aPhone(), aPhone()]
    await shop.test(`phone/${lost}/settings`, { toggles: { losePushAnswer: true } })
    await shop.push(user, order, lost)
    expect(await shop.push(user, order, other)).toMatchObject({ body: { attempt: { state: 'pending' } } })
    for (const phone of [other, lost]) await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await shop.read(user, order)).toMatchObject({ state: 'fulfilled', refundDue: true })
    const refunds = await shop.server.deps.database.rows(sql`
      select r.reason from refunds r join payments p on p.id = r.payment_id where p.order_id = ${order}`)
    expect(refunds).toEqual([{ reason: 'duplicate' }])
  })
})

describe('POST /api/orders/:id/attempts with M-Pesa', () => {
  const path = '/mpesa/stkpush/v1/processrequest'
  const errorBody = (errorCode: string, errorMessage: string) =>
    JSON.stringify({ requestId: 'x', errorCode, errorMessage })

  it.each([
    [
      'invalid phone number',
      400,
      errorBody('400.002.02', 'Bad Request - Invalid PhoneNumber'),
      'failed',
      'wrong-number',
    ],
    ['invalid amount', 400, errorBody('400.002.02', 'Bad Request - Invalid Amount'), 'failed', 'not-available'],
    ['invalid payload', 400, errorBody('400.002.05', 'Invalid Request Payload'), 'failed', 'not-available'],
    ['unknown path', 404, errorBody('404.001.01', 'Resource not found'), 'failed', 'not-available'],
    ['wrong credentials', 500, errorBody('500.001.1001', 'Wrong credentials'), 'failed', 'not-available'],
    ['unknown merchant', 500, errorBody('500.001.1001', 'Merchant does not exist'), 'failed', 'not-available'],
    ['busy phone', 500, errorBody('500.001.1001', 'Unable to lock subscriber, a transaction is'), 'failed', 'busy'],
    ['busy system', 500, errorBody('500.003.02', 'System is busy'), 'failed', 'busy'],
    ['exceeded quota', 500, errorBody('500.003.03', 'Quota Violation'), 'failed', 'busy'],
    ['empty error message', 200, errorBody('500.001.1001', ''), 'unknown', null],
    ['internal error', 500, errorBody('500.003.1001', 'Internal Server Error'), 'unknown', null],
    ['HTML body', 502, '<html>Bad gateway</html>', 'unknown', null],
    ['empty body', 200, '', 'unknown', null],
  ])('maps the error response "%s" to state and reason of the attempt', async (_what, status, body, state, reason) => {
    shop.simulators.fail('daraja', { path, kind: 'answer', status, body })
    const { pushed, user } = await promptBuyer()
    expect(pushed).toMatchObject({ status: 201, body: { attempt: { state, reason } } })
    expect(await readPremiumState(user)).toBe('none')
  })

  it('returns 400 for an invalid phone number, and creates no attempt', async () => {
    const user = await aUser(shop.server)
    const order = await shop.order(user)
    for (const phone of ['', '0712', '0812345678', '+1 555 0100', '2547123456789', '07123456 78 9x'])
      expect(await shop.push(user, order, phone)).toMatchObject({
        status: 400,
        body: { code: 'validation-failed', errors: [{ field: 'phone' }] },
      })
    expect(await shop.read(user, order)).toMatchObject({ attempt: null })
  })

  it('requests a new Daraja token when the stored token was revoked, and sends the prompt', async () => {
    const stale = { token: 'ended elsewhere' }
    await shop.server.deps.database.rows(sql`update daraja_tokens set token = ${stale.token}`)
    const { pushed } = await promptBuyer()
    expect(pushed.body.attempt?.state).toBe('pending')
    const stored = await shop.server.deps.database.row<{ token: string }>(sql`select token from daraja_tokens`)
    expect(stored?.token).not.toBe(stale.token)
  })
})

describe('M-Pesa attempt without a result', () => {
  const insertCrashedAttempt = async (state: 'created' | 'submitting') => {
    const user = await aUser(shop.server)
    const order = await shop.order(user)
    const now = shop.server.clock.now().toISOString()
    await shop.server.deps.database.rows(sql`
      insert into payment_attempts (id, order_id, provider, state, reference, livemode, created_at, submitted_at)
      values (gen_random_uuid(), ${order}, 'mpesa', ${state}, ${`${order}${state}`}, false, ${now}, ${now})`)
    return { user, order }
  }
  const readState = async ({ user, order }: Awaited<ReturnType<typeof insertCrashedAttempt>>) =>
    (await shop.read(user, order)).attempt?.state

  it('becomes "canceled" 5 min after a crash in "created", "unknown" 1 min after a crash in "submitting"', async () => {
    const [before, during] = [await insertCrashedAttempt('created'), await insertCrashedAttempt('submitting')]
    await shop.after(second)
    expect([await readState(before), await readState(during)]).toEqual(['created', 'submitting'])
    await shop.after(minute)
    expect([await readState(before), await readState(during)]).toEqual(['created', 'unknown'])
    // The attempt cannot be queried, because the crash lost the prompt's id.
    const due = await shop.server.deps.database.row(sql`
      select next_check_at as due from payment_attempts where order_id = ${during.order}`)
    expect(due).toEqual({ due: null })
    await shop.after(4 * minute)
    expect([await readState(before), await readState(during)]).toEqual(['canceled', 'unknown'])
  })

  it('becomes "unknown" after a day of failed queries, and is queued for the operator with an alert', async () => {
    const { order, user } = await promptBuyer('254708374149')
    const path = '/mpesa/stkpushquery/v1/query'
    shop.simulators.fail('daraja', { path, times: 100, kind: 'answer', status: 500, body: '{}' })
    await shop.server.deps.database.rows(sql`
      update payment_attempts set callback_token_hash = null where order_id = ${order}`)
    for (let hours = 0; hours <= 24; hours += 6) {
      await shop.after(6 * hour + minute)
    }
    expect(await shop.read(user, order)).toMatchObject({ state: 'canceled', attempt: { state: 'unknown' } })
    const [row] = await shop.server.deps.database.rows(sql`
      select manual_reason as reason from payment_attempts where order_id = ${order}`)
    expect(row).toEqual({ reason: 'no-verdict' })
    expect(shop.server.lines.join('')).toContain('manual-queue')
  })
})
