import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { sweepPayments } from '#features/payments/ledger/check-payments.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { hour, minute, second } from '#testing/clock.ts'
import { countLockWaits } from '#testing/database/database.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { givenPremium } from '#testing/ledger.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'

const shop = paymentServerForFile()

const createOrder = (user: TestUser | null, body: unknown = { plan: 'premium' }, key?: string) =>
  shop.server.call<Order>(user, 'POST', '/api/orders', body, key ? { headers: { 'idempotency-key': key } } : {})

let phones = 1_000_000
const aPhone = () => `07${++phones}7`

describe('Premium order', () => {
  it('costs the price of the plan, whatever amount the client sends (security check P09)', async () => {
    const created = await createOrder(await aUser(shop.server), {
      plan: 'premium',
      amountMinor: 1,
      price: { amountMinor: 1 },
    })
    expect(created).toMatchObject({
      status: 201,
      body: { state: 'open', price: { amountMinor: 150_000, currency: 'KES' }, attempt: null, receipt: null },
    })
  })

  it.each([-150_000, 0, 1500.5, 1e15, '150000', null])('is refused for amount %s (check P08)', async (amountMinor) => {
    expect(await createOrder(await aUser(shop.server), { plan: 'premium', amountMinor })).toMatchObject({
      status: 400,
      body: { code: 'validation-failed' },
    })
  })

  it('is created once by concurrent requests, even without an idempotency key (security check P06)', async () => {
    const user = await aUser(shop.server)
    const created = await Promise.all([
      createOrder(user, undefined, 'same-key-1'),
      createOrder(user, undefined, 'same-key-1'),
      createOrder(user),
    ])
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    expect(created.every(({ status }) => status === 201)).toBe(true)
  })

  it('is returned in its current state for a repeated idempotency key, but not to another user', async () => {
    const [user, other] = [await aUser(shop.server), await aUser(shop.server)]
    const created = await createOrder(user, undefined, 'order-key-1')
    await shop.server.call(user, 'DELETE', `/api/orders/${created.body.id}`)
    const repeated = await createOrder(user, undefined, 'order-key-1')
    expect(repeated).toMatchObject({ status: 201, body: { id: created.body.id, state: 'canceled' } })
    expect(repeated.headers['idempotent-replay']).toBe('true')
    expect((await createOrder(other, undefined, 'order-key-1')).body.id).not.toBe(created.body.id)
    const changed = await createOrder(user, { plan: 'premium', amountMinor: 5 }, 'order-key-1')
    expect(changed).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } })
    const stored = await shop.server.deps.database.rows(sql`
      select created_id as id, answer from idempotency_keys where user_id = ${user.id}`)
    expect(stored).toEqual([{ id: created.body.id, answer: {} }])
  })

  it('cannot be read, cancelled, checked or paid by other users (404) or visitors (401)', async () => {
    const [user, other] = [await aUser(shop.server), await aUser(shop.server)]
    const path = `/api/orders/${(await createOrder(user)).body.id}`
    const calls = [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/check`],
      ['POST', `${path}/attempts`, { method: 'mpesa', phone: aPhone() }],
    ] as const
    for (const [method, url, body] of calls) {
      expect((await shop.server.call(other, method, url, body)).status).toBe(404)
      expect((await shop.server.call(null, method, url, body)).status).toBe(401)
    }
  })

  it('accepts no new prompt after its cancellation (409), but can still be paid with an earlier prompt', async () => {
    const user = await aUser(shop.server)
    const { id } = (await createOrder(user)).body
    const phone = aPhone()
    await shop.push(user, id, phone)
    const cancelled = await shop.server.call<Order>(user, 'DELETE', `/api/orders/${id}`)
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'canceled' } })
    expect((await shop.push(user, id, aPhone())).status).toBe(409)
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await shop.read(user, id)).toMatchObject({ state: 'fulfilled' })
  })

  it('cannot be created when Premium is already paid for twelve months (409)', async () => {
    const user = await aUser(shop.server)
    for (let month = 1; month <= 12; month++) await givenPremium(shop.server, user)
    expect(await createOrder(user)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})

describe('payment attempt', () => {
  it('is created once by five concurrent requests', async () => {
    const user = await aUser(shop.server)
    const { id } = (await createOrder(user)).body
    const phone = aPhone()
    const pushed = await Promise.all(Array.from({ length: 5 }, () => shop.push(user, id, phone)))
    expect(pushed.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const rows = await shop.server.deps.database.rows(sql`select 1 from payment_attempts where order_id = ${id}`)
    expect(rows).toHaveLength(1)
  })

  it('can replace an open card page with a phone prompt, but not a phone prompt with a card page (409)', async () => {
    const user = await aUser(shop.server)
    const { id } = (await createOrder(user)).body
    const card = () => shop.server.call<Order>(user, 'POST', `/api/orders/${id}/attempts`, { method: 'card' })
    expect(await card()).toMatchObject({ status: 201, body: { attempt: { method: 'card', state: 'pending' } } })
    expect(await shop.push(user, id, aPhone())).toMatchObject({
      body: { attempt: { method: 'mpesa', state: 'pending' } },
    })
    expect(await card()).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await shop.after(2 * minute)
    expect(await card()).toMatchObject({ status: 201, body: { attempt: { method: 'card' } } })
  })

  it('is refused (429) for the fourth prompt in ten minutes, per user and per phone', async () => {
    const user = await aUser(shop.server)
    const { id } = (await createOrder(user)).body
    for (let push = 1; push <= 3; push++) {
      const phone = aPhone()
      expect((await shop.push(user, id, phone)).status).toBe(201)
      await shop.test(`phone/${phone}/cancel`)
      await shop.after(3 * second)
    }
    const fourth = await shop.push(user, id, aPhone())
    expect(fourth).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(500)
    const phone = aPhone()
    const requestPrompt = async () => {
      const other = await aUser(shop.server)
      const pushed = await shop.push(other, (await createOrder(other)).body.id, phone)
      if (pushed.status === 201) await shop.test(`phone/${phone}/cancel`)
      await shop.after(2 * minute + second)
      return pushed.status
    }
    expect([await requestPrompt(), await requestPrompt(), await requestPrompt(), await requestPrompt()]).toEqual([
      201, 201, 201, 429,
    ])
  })
})

describe('open Premium order', () => {
  it('is cancelled after 24 hours and replaced by another order at the next purchase', async () => {
    const user = await aUser(shop.server)
    const { id } = (await createOrder(user)).body
    await shop.after(24 * hour - minute)
    expect((await createOrder(user)).body.id).toBe(id)
    expect(await shop.read(user, id)).toMatchObject({ state: 'open' })
    await shop.after(minute)
    expect(await shop.read(user, id)).toMatchObject({ state: 'canceled' })
    expect(await shop.push(user, id, aPhone())).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await createOrder(user)).body.id).not.toBe(id)
  })

  it('accepts no prompt after 24 hours (409), even before the cleanup job has cancelled the order', async () => {
    const user = await aUser(shop.server)
    const { id } = (await createOrder(user)).body
    await shop.server.deps.database.rows(sql`
      update orders set created_at = created_at - interval '24 hours' where id = ${id}`)
    expect(await shop.push(user, id, aPhone())).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await createOrder(user)).body.id).not.toBe(id)
  })

  it('remains open after 24 hours while a pending prompt can still be paid', async () => {
    const user = await aUser(shop.server)
    const [{ id }, phone] = [(await createOrder(user)).body, aPhone()]
    await shop.after(24 * hour - 20 * second)
    await shop.push(user, id, phone)
    await shop.after(30 * second)
    expect(await shop.read(user, id)).toMatchObject({ state: 'open', attempt: { state: 'pending' } })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await shop.read(user, id)).toMatchObject({ state: 'fulfilled' })
  })

  it('retains its price when the price of the plan changes', async () => {
    const user = await aUser(shop.server)
    const [{ id }, phone] = [(await createOrder(user)).body, aPhone()]
    // Changes the order's plan to an older one with a different price.
    await shop.server.deps.database.rows(sql`
      with old as (
        insert into plans (id, code, price_minor, currency, period, active, livemode)
        values (gen_random_uuid(), 'premium', 120000, 'KES', 'P1M', false, false) returning id)
      update orders set plan_id = old.id, amount_minor = 120000 from old where orders.id = ${id}`)
    expect((await createOrder(user)).body).toMatchObject({ id, price: { amountMinor: 120_000 } })
    await shop.push(user, id, phone)
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    const paid = await shop.read(user, id)
    expect(paid).toMatchObject({ state: 'fulfilled', price: { amountMinor: 120_000 }, refundDue: false })
    expect((await shop.server.call(user, 'GET', `/api/receipts/${paid.receipt}`)).body).toMatchObject({
      price: { amountMinor: 120_000 },
    })
    expect((await createOrder(user)).body).toMatchObject({ price: { amountMinor: 150_000 } })
  })

  it('cannot be paid in test mode if it was created in live mode (409)', async () => {
    const user = await aUser(shop.server)
    const { id } = (await createOrder(user)).body
    await shop.server.deps.database.rows(sql`update orders set livemode = true where id = ${id}`)
    expect(await shop.push(user, id, aPhone())).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await createOrder(user)).body.id).not.toBe(id)
  })
})

describe('Premium order under concurrency', () => {
  const readAttempts = (order: string) =>
    shop.server.deps.database.rows<{ state: string }>(sql`
      select state from payment_attempts where order_id = ${order} order by id`)

  it.each(['fulfilled', 'canceled'])('sends no prompt if it becomes "%s" during the prompt request', async (state) => {
    const user = await aUser(shop.server)
    const { id } = (await createOrder(user)).body
    const { database } = shop.server.deps
    let pushed: ReturnType<typeof shop.push> | undefined
    await database.transaction(async ({ rows }) => {
      await rows(sql`update orders set state = ${state} where id = ${id}`)
      pushed = shop.push(user, id, aPhone())
      await expect.poll(() => countLockWaits(shop.server)).toBe(1)
    })
    expect(await pushed).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await readAttempts(id)).toEqual([])
  })

  it('grants one Premium period when payment, cancellation and expiry run concurrently', async () => {
    for (let round = 1; round <= 5; round++) {
      const user = await aUser(shop.server)
      const [{ id }, phone] = [(await createOrder(user)).body, aPhone()]
      await shop.push(user, id, phone)
      await shop.test(`phone/${phone}/pin`, { pin: '1234' })
      await shop.server.deps.database.rows(sql`
        update orders set created_at = created_at - interval '24 hours' where id = ${id}`)
      shop.clock.advance(2 * second)
      await shop.simulators.idle()
      const [cancelled, again] = await Promise.all([
        shop.server.call(user, 'DELETE', `/api/orders/${id}`),
        shop.push(user, id, aPhone()),
        shop.server.runJobs(),
        sweepPayments(createContext(shop.server.deps, systemCaller)),
      ])
      expect(cancelled.status).toBe(200)
      expect([201, 409]).toContain(again.status)
      await shop.server.runJobs()
      expect(await shop.read(user, id)).toMatchObject({ state: 'fulfilled', refundDue: false })
      const rows = await shop.server.deps.database.rows(sql`select 1 from plan_periods where order_id = ${id}`)
      expect(rows).toHaveLength(1)
      expect(await readAttempts(id)).toEqual([{ state: 'paid' }])
    }
  })
})

it('POST /api/orders/:id/attempts returns 429 for a user’s 21st prompt in a day', async () => {
  const user = await aUser(shop.server)
  const { id } = (await createOrder(user)).body
  const requestPrompt = async () => {
    const phone = aPhone()
    const { status } = await shop.push(user, id, phone)
    if (status === 201) await shop.test(`phone/${phone}/cancel`)
    await shop.after(5 * minute)
    return status
  }
  for (let push = 1; push <= 20; push++) expect(await requestPrompt()).toBe(201)
  expect(await requestPrompt()).toBe(429)
  await shop.after(24 * hour)
  const next = (await createOrder(user)).body.id
  expect((await shop.push(user, next, aPhone())).status).toBe(201)
})

it('GET /api/payments and GET /api/receipts/:number return only the user’s own payments', async () => {
  const user = await aUser(shop.server)
  for (let month = 1; month <= 3; month++) await givenPremium(shop.server, user)
  const first = await shop.server.call<{ payments: { receipt: string }[]; cursor: string }>(
    user,
    'GET',
    '/api/payments?limit=2',
  )
  expect(first.body.payments).toHaveLength(2)
  const rest = await shop.server.call<{ payments: { receipt: string }[] }>(
    user,
    'GET',
    `/api/payments?limit=2&cursor=${first.body.cursor}`,
  )
  expect(rest.body).toMatchObject({ payments: [expect.anything()], cursor: null })
  const [newest] = first.body.payments
  const other = await aUser(shop.server)
  expect((await shop.server.call(other, 'GET', `/api/receipts/${newest?.receipt}`)).status).toBe(404)
  expect((await shop.server.call(user, 'GET', '/api/receipts/TEST-999999')).status).toBe(404)
  expect((await shop.server.call(user, 'GET', '/api/receipts/31')).status).toBe(400)
  expect((await shop.server.call(null, 'GET', '/api/payments')).status).toBe(401)
  expect((await shop.server.call(user, 'GET', '/api/payments?cursor=x')).status).toBe(400)
})
