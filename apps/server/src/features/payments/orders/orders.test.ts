import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { sweepPayments } from '#features/payments/ledger/check-payments.ts'
import { contextOf, system } from '#platform/context.ts'
import { hour, minute, second } from '#testing/clock.ts'
import { lockWaits } from '#testing/database/database.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { givenPremium } from '#testing/ledger.ts'
import { shopForFile } from '#testing/shop.ts'

const shop = shopForFile()

const make = (who: TestUser | null, body: unknown = { plan: 'premium' }, key?: string) =>
  shop.server.call<Order>(who, 'POST', '/api/orders', body, key ? { headers: { 'idempotency-key': key } } : {})

let phones = 1_000_000
const aPhone = () => `07${++phones}7`

describe('an order', () => {
  it('costs what the plan costs, whatever the buyer says (P09)', async () => {
    const made = await make(await aUser(shop.server), { plan: 'premium', amountMinor: 1, price: { amountMinor: 1 } })
    expect(made).toMatchObject({
      status: 201,
      body: { state: 'open', price: { amountMinor: 150_000, currency: 'KES' }, attempt: null, receipt: null },
    })
  })

  it.each([-150_000, 0, 1500.5, 1e15, '150000', null])('P08 refuses the amount %s', async (amountMinor) => {
    expect(await make(await aUser(shop.server), { plan: 'premium', amountMinor })).toMatchObject({
      status: 400,
      body: { code: 'validation-failed' },
    })
  })

  it('P06 two clicks are one order, with the same key and with another', async () => {
    const who = await aUser(shop.server)
    const made = await Promise.all([make(who, undefined, 'same-key-1'), make(who, undefined, 'same-key-1'), make(who)])
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    expect(made.every(({ status }) => status === 201)).toBe(true)
  })

  it('is nobody else’s to see, to pay or to give up', async () => {
    const [who, other] = [await aUser(shop.server), await aUser(shop.server)]
    const path = `/api/orders/${(await make(who)).body.id}`
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

  it('given up waits no more, and a prompt paid afterwards still counts', async () => {
    const who = await aUser(shop.server)
    const { id } = (await make(who)).body
    const phone = aPhone()
    await shop.push(who, id, phone)
    const given = await shop.server.call<Order>(who, 'DELETE', `/api/orders/${id}`)
    expect(given).toMatchObject({ status: 200, body: { state: 'canceled' } })
    expect((await shop.push(who, id, aPhone())).status).toBe(409)
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await shop.read(who, id)).toMatchObject({ state: 'fulfilled' })
  })

  it('is refused when a month more would reach beyond a year ahead', async () => {
    const who = await aUser(shop.server)
    for (let month = 1; month <= 12; month++) await givenPremium(shop.server, who)
    expect(await make(who)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})

describe('a try', () => {
  it('is one however often Pay is pressed', async () => {
    const who = await aUser(shop.server)
    const { id } = (await make(who)).body
    const phone = aPhone()
    const pushed = await Promise.all(Array.from({ length: 5 }, () => shop.push(who, id, phone)))
    expect(pushed.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const rows = await shop.server.deps.database.rows(sql`select 1 from payment_attempts where order_id = ${id}`)
    expect(rows).toHaveLength(1)
  })

  it('by card steps back for one by phone; a prompt does not step back for a card', async () => {
    const who = await aUser(shop.server)
    const { id } = (await make(who)).body
    const card = () => shop.server.call<Order>(who, 'POST', `/api/orders/${id}/attempts`, { method: 'card' })
    expect(await card()).toMatchObject({ status: 201, body: { attempt: { method: 'card', state: 'pending' } } })
    expect(await shop.push(who, id, aPhone())).toMatchObject({
      body: { attempt: { method: 'mpesa', state: 'pending' } },
    })
    expect(await card()).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await shop.after(2 * minute)
    expect(await card()).toMatchObject({ status: 201, body: { attempt: { method: 'card' } } })
  })

  it('prompts a user three times in ten minutes, and a phone three times, whoever asks', async () => {
    const who = await aUser(shop.server)
    const { id } = (await make(who)).body
    for (let push = 1; push <= 3; push++) {
      const phone = aPhone()
      expect((await shop.push(who, id, phone)).status).toBe(201)
      await shop.test(`phone/${phone}/cancel`)
      await shop.after(3 * second)
    }
    const fourth = await shop.push(who, id, aPhone())
    expect(fourth).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(500)
    const phone = aPhone()
    const ask = async () => {
      const other = await aUser(shop.server)
      const pushed = await shop.push(other, (await make(other)).body.id, phone)
      if (pushed.status === 201) await shop.test(`phone/${phone}/cancel`)
      await shop.after(2 * minute + second)
      return pushed.status
    }
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([201, 201, 201, 429])
  })
})

describe('the order of yesterday', () => {
  it('is over after a day, and the next one is another', async () => {
    const who = await aUser(shop.server)
    const { id } = (await make(who)).body
    await shop.after(24 * hour - minute)
    expect((await make(who)).body.id).toBe(id)
    expect(await shop.read(who, id)).toMatchObject({ state: 'open' })
    await shop.after(minute)
    expect(await shop.read(who, id)).toMatchObject({ state: 'canceled' })
    expect(await shop.push(who, id, aPhone())).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await make(who)).body.id).not.toBe(id)
  })

  it('cannot be paid in the minute before the sweep either', async () => {
    const who = await aUser(shop.server)
    const { id } = (await make(who)).body
    await shop.server.deps.database.rows(sql`
      update orders set created_at = created_at - interval '24 hours' where id = ${id}`)
    expect(await shop.push(who, id, aPhone())).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await make(who)).body.id).not.toBe(id)
  })

  it('waits for a prompt that is under way, and its payment counts', async () => {
    const who = await aUser(shop.server)
    const [{ id }, phone] = [(await make(who)).body, aPhone()]
    await shop.after(24 * hour - 20 * second)
    await shop.push(who, id, phone)
    await shop.after(30 * second)
    expect(await shop.read(who, id)).toMatchObject({ state: 'open', attempt: { state: 'pending' } })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await shop.read(who, id)).toMatchObject({ state: 'fulfilled' })
  })

  it('keeps the price it was made at when the price changes', async () => {
    const who = await aUser(shop.server)
    const [{ id }, phone] = [(await make(who)).body, aPhone()]
    // The price is now what it was not when this order was made.
    await shop.server.deps.database.rows(sql`
      with old as (
        insert into plans (id, code, price_minor, currency, period, active, livemode)
        values (gen_random_uuid(), 'premium', 120000, 'KES', 'P1M', false, false) returning id)
      update orders set plan_id = old.id, amount_minor = 120000 from old where orders.id = ${id}`)
    expect((await make(who)).body).toMatchObject({ id, price: { amountMinor: 120_000 } })
    await shop.push(who, id, phone)
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    const paid = await shop.read(who, id)
    expect(paid).toMatchObject({ state: 'fulfilled', price: { amountMinor: 120_000 }, refundDue: false })
    expect((await shop.server.call(who, 'GET', `/api/receipts/${paid.receipt}`)).body).toMatchObject({
      price: { amountMinor: 120_000 },
    })
    expect((await make(who)).body).toMatchObject({ price: { amountMinor: 150_000 } })
  })

  it('of real money cannot be paid with test money', async () => {
    const who = await aUser(shop.server)
    const { id } = (await make(who)).body
    await shop.server.deps.database.rows(sql`update orders set livemode = true where id = ${id}`)
    expect(await shop.push(who, id, aPhone())).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await make(who)).body.id).not.toBe(id)
  })
})

describe('paid, given up and over, all at once', () => {
  const attempts = (order: string) =>
    shop.server.deps.database.rows<{ state: string }>(sql`
      select state from payment_attempts where order_id = ${order} order by id`)

  it.each(['fulfilled', 'canceled'])('no prompt rings for an order that is %s at that moment', async (state) => {
    const who = await aUser(shop.server)
    const { id } = (await make(who)).body
    const { database } = shop.server.deps
    let pushed: ReturnType<typeof shop.push> | undefined
    await database.transaction(async ({ rows }) => {
      await rows(sql`update orders set state = ${state} where id = ${id}`)
      pushed = shop.push(who, id, aPhone())
      await expect.poll(() => lockWaits(shop.server)).toBe(1)
    })
    expect(await pushed).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await attempts(id)).toEqual([])
  })

  it('grants once, whatever comes first', async () => {
    for (let round = 1; round <= 5; round++) {
      const who = await aUser(shop.server)
      const [{ id }, phone] = [(await make(who)).body, aPhone()]
      await shop.push(who, id, phone)
      await shop.test(`phone/${phone}/pin`, { pin: '1234' })
      await shop.server.deps.database.rows(sql`
        update orders set created_at = created_at - interval '24 hours' where id = ${id}`)
      shop.clock.advance(2 * second)
      await shop.simulators.idle()
      const [given, again] = await Promise.all([
        shop.server.call(who, 'DELETE', `/api/orders/${id}`),
        shop.push(who, id, aPhone()),
        shop.server.runJobs(),
        sweepPayments(contextOf(shop.server.deps, system)),
      ])
      expect(given.status).toBe(200)
      expect([201, 409]).toContain(again.status)
      await shop.server.runJobs()
      expect(await shop.read(who, id)).toMatchObject({ state: 'fulfilled', refundDue: false })
      const rows = await shop.server.deps.database.rows(sql`select 1 from plan_periods where order_id = ${id}`)
      expect(rows).toHaveLength(1)
      expect(await attempts(id)).toEqual([{ state: 'paid' }])
    }
  })
})

it('a user is prompted twenty times a day', async () => {
  const who = await aUser(shop.server)
  const { id } = (await make(who)).body
  const ask = async () => {
    const phone = aPhone()
    const { status } = await shop.push(who, id, phone)
    if (status === 201) await shop.test(`phone/${phone}/cancel`)
    await shop.after(5 * minute)
    return status
  }
  for (let push = 1; push <= 20; push++) expect(await ask()).toBe(201)
  expect(await ask()).toBe(429)
  await shop.after(24 * hour)
  const next = (await make(who)).body.id
  expect((await shop.push(who, next, aPhone())).status).toBe(201)
})

it('history is for its buyer, newest first, in pages', async () => {
  const who = await aUser(shop.server)
  for (let month = 1; month <= 3; month++) await givenPremium(shop.server, who)
  const first = await shop.server.call<{ payments: { receipt: string }[]; cursor: string }>(
    who,
    'GET',
    '/api/payments?limit=2',
  )
  expect(first.body.payments).toHaveLength(2)
  const rest = await shop.server.call<{ payments: { receipt: string }[] }>(
    who,
    'GET',
    `/api/payments?limit=2&cursor=${first.body.cursor}`,
  )
  expect(rest.body).toMatchObject({ payments: [expect.anything()], cursor: null })
  const [newest] = first.body.payments
  const other = await aUser(shop.server)
  expect((await shop.server.call(other, 'GET', `/api/receipts/${newest?.receipt}`)).status).toBe(404)
  expect((await shop.server.call(who, 'GET', '/api/receipts/TEST-999999')).status).toBe(404)
  expect((await shop.server.call(who, 'GET', '/api/receipts/31')).status).toBe(400)
  expect((await shop.server.call(null, 'GET', '/api/payments')).status).toBe(401)
  expect((await shop.server.call(who, 'GET', '/api/payments?cursor=x')).status).toBe(400)
})
