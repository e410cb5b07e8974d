import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { parsePaymentCommand } from '#app/cli/payments.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { hour, minute, second } from '#testing/clock.ts'
import { openCardPage, payOnCardPage, testCards } from '#testing/fakes/card-page.ts'
import { aUser } from '#testing/fixtures.ts'
import { type PaymentTestServer, paymentServerForFile } from '#testing/payment-server.ts'

const shops = { paystack: paymentServerForFile(), stripe: paymentServerForFile({ simulatedCard: 'stripe' }) }

/** Runs a `pawtrait` command about payments in the test process, and then its jobs. */
async function pawtrait(shop: PaymentTestServer, ...args: string[]): Promise<string> {
  const command = parsePaymentCommand(args)
  if (!command) return 'usage'
  const output = await command(createContext(shop.server.deps, systemCaller)).catch((error: Error) => error.message)
  await shop.server.runJobs()
  return output
}

const readRefund = (shop: PaymentTestServer, order: string) =>
  shop.server.deps.database.row<{ state: string }>(sql`
    select f.state from refunds f join payments p on p.id = f.payment_id where p.order_id = ${order}`)

const countAlerts = (shop: PaymentTestServer, why: string) =>
  shop.server.lines.filter((line) => line.includes('"refund-by-hand"') && line.includes(`"why":"${why}"`)).length

describe.each(['paystack', 'stripe'] as const)('refund at %s without webhooks', (provider) => {
  const path = provider === 'paystack' ? '/refund' : '/v1/refunds'
  // All three requests must fail, because Stripe's SDK sends a failing request three times with one idempotency key.
  const times = provider === 'stripe' ? 3 : 1
  const payByCard = async () => {
    const shop = shops[provider]
    const buyer = await openCardPage(shop)
    await payOnCardPage(shop, buyer.code, testCards[provider].good)
    await shop.after(2 * second)
    shop.simulators.setWebhookFaults(provider, { lose: true })
    const { receipt } = await buyer.read()
    return { shop, ...buyer, receipt: receipt ?? '' }
  }

  it('becomes "done" when Stripe responds, but only "sent" when Paystack responds', async () => {
    const { shop, receipt, order } = await payByCard()
    await pawtrait(shop, 'refund', receipt, 'asked')
    shop.simulators.setWebhookFaults(provider, { lose: false })
    // Stripe's response is final. Paystack accepts the refund first, and completes it later.
    expect(await readRefund(shop, order)).toEqual({ state: provider === 'stripe' ? 'done' : 'sent' })
  })

  it('becomes "done" after a status query when the provider’s response is lost', async () => {
    const { shop, receipt, read, premium, order } = await payByCard()
    // The provider starts the refund, but its response is lost.
    shop.simulators.fail(provider, { path, times, kind: 'lose-answer' })
    await pawtrait(shop, 'refund', receipt, 'asked')
    expect(await readRefund(shop, order)).toEqual({ state: 'sent' })
    await shop.after(4 * minute)
    expect(await premium()).toBe('active')
    await shop.after(2 * minute)
    shop.simulators.setWebhookFaults(provider, { lose: false })
    expect(await readRefund(shop, order)).toEqual({ state: 'done' })
    expect(await read()).toMatchObject({ state: 'refunded' })
    expect(await premium()).toBe('none')
  })

  it('becomes "manual" after an hour if the provider has no such refund; the operator can then retry it', async () => {
    const { shop, receipt, premium, order } = await payByCard()
    shop.simulators.fail(provider, { path, times, kind: 'answer', status: 500, body: '<html>' })
    await pawtrait(shop, 'refund', receipt, 'asked')
    for (let check = 0; check < 3; check++) await shop.after(15 * minute)
    expect(await readRefund(shop, order)).toEqual({ state: 'sent' })
    const before = countAlerts(shop, 'not-begun')
    await shop.after(hour)
    expect(await readRefund(shop, order)).toEqual({ state: 'manual' })
    expect(countAlerts(shop, 'not-begun')).toBe(before + 1)
    expect(await premium()).toBe('active')
    shop.simulators.setWebhookFaults(provider, { lose: false })
    expect(await pawtrait(shop, 'refund', receipt, 'again')).toContain('The app refunds')
    for (const ms of [2 * second, second]) await shop.after(ms)
    expect(await readRefund(shop, order)).toEqual({ state: 'done' })
    expect(await premium()).toBe('none')
  })
})

it('M-Pesa reversal without a result becomes "manual" after an hour', async () => {
  const shop = shops.paystack
  const user = await aUser(shop.server)
  const order = await shop.order(user)
  const phone = '254711227777'
  await shop.push(user, order, phone)
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  const { receipt } = (await shop.server.call<Order>(user, 'GET', `/api/orders/${order}`)).body
  shop.simulators.fail('daraja', { path: '/mpesa/reversal/v1/request', kind: 'answer', status: 500, body: '<html>' })
  await pawtrait(shop, 'refund', receipt ?? '', 'asked')
  await shop.after(30 * minute)
  expect(await readRefund(shop, order)).toEqual({ state: 'sent' })
  const before = countAlerts(shop, 'no-result')
  for (let check = 0; check < 3; check++) await shop.after(30 * minute)
  expect(await readRefund(shop, order)).toEqual({ state: 'manual' })
  expect(countAlerts(shop, 'no-result')).toBe(before + 1)
  expect(await pawtrait(shop, 'payments')).toContain('refund: asked\tmanual')
})
