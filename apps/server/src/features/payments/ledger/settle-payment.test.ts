import type { OrderId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { recordDispute } from '#features/payments/disputes/record-dispute.ts'
import { computeIncludedVat } from '#features/payments/receipts/receipt-snapshot.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour, minute } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { anAttempt, anOrder, givenPremium, settleAttempt } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const advanceTo = (iso: string) => server.clock.advance(Date.parse(iso) - server.clock.now().getTime())

const readPeriods = (user: TestUser) =>
  server.deps.database.rows<{ from: string; until: string }>(sql`
    select lower(during) as "from", upper(during) as until from plan_periods where user_id = ${user.id}
    order by during`)

const readOrderState = async (order: OrderId) =>
  (await server.deps.database.row<{ state: string }>(sql`select state from orders where id = ${order}`))?.state

const readRefund = (order: OrderId) =>
  server.deps.database.row(sql`
    select r.reason, r.amount_minor as "amountMinor", r.state from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${order}`)

describe('Premium period', () => {
  it('lasts a calendar month in Nairobi time, counted from the first period of an unbroken series', async () => {
    const user = await aUser(server)
    advanceTo('2027-01-30T21:30:00.000Z') // In Nairobi, it is already 31 January.
    for (let month = 1; month <= 3; month++) await givenPremium(server, user)
    expect(await readPeriods(user)).toEqual([
      { from: '2027-01-30T21:30:00.000Z', until: '2027-02-27T21:30:00.000Z' }, // This is 28 February in Nairobi.
      { from: '2027-02-27T21:30:00.000Z', until: '2027-03-30T21:30:00.000Z' }, // This is 31 March in Nairobi.
      { from: '2027-03-30T21:30:00.000Z', until: '2027-04-29T21:30:00.000Z' },
    ])
  })

  it('starts at the end of the previous period if paid within 72 hours of it, otherwise at the payment', async () => {
    const [withinGrace, afterGrace] = [await aUser(server), await aUser(server)]
    advanceTo('2028-05-10T09:00:00.000Z')
    await givenPremium(server, withinGrace)
    await givenPremium(server, afterGrace)
    advanceTo('2028-06-13T08:59:59.000Z')
    await givenPremium(server, withinGrace)
    server.clock.advance(1000)
    await givenPremium(server, afterGrace)
    expect((await readPeriods(withinGrace))[1]).toEqual({
      from: '2028-06-10T09:00:00.000Z',
      until: '2028-07-10T09:00:00.000Z',
    })
    expect((await readPeriods(afterGrace))[1]).toEqual({
      from: '2028-06-13T09:00:00.000Z',
      until: '2028-07-13T09:00:00.000Z',
    })
  })

  it('is rejected by the constraint plan_periods_apart when it overlaps another period', async () => {
    const user = await aUser(server)
    const order = await givenPremium(server, user)
    const again = server.deps.database.rows(sql`
      insert into plan_periods (id, user_id, plan_id, order_id, during, anchor_at, anchor_months, state, livemode,
        created_at)
      select gen_random_uuid(), user_id, plan_id, gen_random_uuid(), during, anchor_at, 1, 'active', livemode,
        created_at
      from plan_periods where order_id = ${order}`)
    await expect(again).rejects.toThrow('plan_periods_apart')
  })
})

describe('settlePayment', () => {
  it('applies a payment once in ten concurrent calls, and requests no refund (security check P02)', async () => {
    const user = await aUser(server)
    const attempt = await anAttempt(server, await anOrder(server, user))
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => settleAttempt(server, attempt)))
    expect(outcomes.toSorted()).toEqual([...Array<string>(9).fill('already-settled'), 'applied'])
    expect(await readPeriods(user)).toHaveLength(1)
    expect(await readOrderState(attempt.order)).toBe('fulfilled')
    expect(await readRefund(attempt.order)).toBeUndefined()
  })

  it('applies one of two concurrent payments of an order, and requests a refund of the other payment', async () => {
    const user = await aUser(server)
    const order = await anOrder(server, user)
    const first = await anAttempt(server, order)
    await server.deps.database.rows(sql`update payment_attempts set state = 'failed' where id = ${first.attempt}`)
    const second = await anAttempt(server, order)
    const outcomes = await Promise.all([settleAttempt(server, first), settleAttempt(server, second)])
    expect(outcomes.toSorted()).toEqual(['applied', 'duplicate'])
    expect(await readPeriods(user)).toHaveLength(1)
    expect(await readRefund(order)).toEqual({ reason: 'duplicate', amountMinor: '150000', state: 'requested' })
  })

  it.each([
    ['a wrong amount', { amountMinor: 149_900n }],
    ['a wrong currency', { currency: 'USD' }],
    ['real money for a test order', { livemode: true }],
  ])('grants no Premium for %s, and requests a refund (security check P04)', async (_what, wrong) => {
    const user = await aUser(server)
    const attempt = await anAttempt(server, await anOrder(server, user))
    expect(await settleAttempt(server, attempt, wrong)).toBe('mismatch')
    expect(await readPeriods(user)).toEqual([])
    expect(await readOrderState(attempt.order)).toBe('open')
    expect(await readRefund(attempt.order)).toMatchObject({ reason: 'mismatch' })
    expect(server.lines.join('')).toContain('"what":"mismatch"')
  })

  it('applies a late payment after the attempt expired and the order was cancelled', async () => {
    const user = await aUser(server)
    const attempt = await anAttempt(server, await anOrder(server, user))
    const { database } = server.deps
    await database.rows(sql`update payment_attempts set state = 'expired' where id = ${attempt.attempt}`)
    await database.rows(sql`update orders set state = 'canceled' where id = ${attempt.order}`)
    server.clock.advance(3 * hour + minute)
    expect(await settleAttempt(server, attempt)).toBe('applied')
    expect(await readOrderState(attempt.order)).toBe('fulfilled')
    expect(await readPeriods(user)).toHaveLength(1)
  })

  it('requests a refund of a payment that arrives after the buyer’s account was deleted', async () => {
    const user = await aUser(server)
    const paid = await givenPremium(server, user)
    const late = await anAttempt(server, await anOrder(server, user))
    server.clock.advance(day)
    await server.deps.database.rows(sql`delete from users where id = ${user.id}`)
    expect(await readOrderState(paid)).toBe('fulfilled')
    expect(await settleAttempt(server, late)).toBe('mismatch')
    expect(await readRefund(late.order)).toMatchObject({ reason: 'mismatch' })
  })

  it('leaves no active Premium period when a lost dispute is recorded concurrently', async () => {
    const ctx = createContext(server.deps, systemCaller)
    const outcomes = new Set<string>()
    for (let race = 0; race < 12; race++) {
      const user = await aUser(server)
      const attempt = await anAttempt(server, await anOrder(server, user))
      const dispute = () => recordDispute(ctx, attempt.attempt, 'lost')
      const settle = () => settleAttempt(server, attempt)
      const both = race % 2 === 0 ? [dispute(), settle()] : [settle(), dispute()]
      for (const outcome of await Promise.all(both)) if (outcome) outcomes.add(outcome)
      const active = sql`select 1 from plan_periods where user_id = ${user.id} and state = 'active'`
      expect(await server.deps.database.rows(active)).toEqual([])
    }
    expect([...outcomes].every((outcome) => outcome === 'applied' || outcome === 'returned')).toBe(true)
  })

  it('adds the M-Pesa code to a payment when a second call contains the code', async () => {
    const user = await aUser(server)
    const attempt = await anAttempt(server, await anOrder(server, user))
    const readCode = async () =>
      server.deps.database.row(sql`select receipt_code as code from payments where attempt_id = ${attempt.attempt}`)
    await settleAttempt(server, attempt)
    expect(await readCode()).toEqual({ code: null })
    expect(await settleAttempt(server, attempt, { receiptCode: 'UJ22T8IYOU' })).toBe('already-settled')
    expect(await readCode()).toEqual({ code: 'UJ22T8IYOU' })
  })

  it('applies two payments with the same M-Pesa code and logs "receipt-code-twice"', async () => {
    const user = await aUser(server)
    const [first, second] = [
      await anAttempt(server, await anOrder(server, user)),
      await anAttempt(server, await anOrder(server, user)),
    ]
    expect(await settleAttempt(server, first, { receiptCode: 'SAMECODE01' })).toBe('applied')
    expect(await settleAttempt(server, second, { receiptCode: 'SAMECODE01' })).toBe('applied')
    expect(server.lines.join('')).toContain('receipt-code-twice')
  })
})

it('computeIncludedVat returns the VAT included in a price, in cents', () => {
  expect(computeIncludedVat(150_000n, 1600)).toBe(20_690n)
  expect(computeIncludedVat(150_000n, 0)).toBe(0n)
})
