import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { parsePaymentCommand } from '#app/cli/payments.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { hour, minute, second } from '#testing/clock.ts'
import { openCardPage, payOnCardPage, testCards } from '#testing/fakes/card-page.ts'
import { type PaymentTestServer, paymentServerForFile } from '#testing/payment-server.ts'

const shops = { paystack: paymentServerForFile(), stripe: paymentServerForFile({ simulatedCard: 'stripe' }) }

/** Runs a `pawtrait` command about payments in the test process. */
async function pawtrait(shop: PaymentTestServer, ...args: string[]): Promise<string> {
  const command = parsePaymentCommand(args)
  if (!command) return 'usage'
  return command(createContext(shop.server.deps, systemCaller)).catch((error: Error) => error.message)
}

type Stage = 'open' | 'won' | 'lost'

describe.each(['paystack', 'stripe'] as const)('dispute of a payment at %s', (provider) => {
  const openBuyerPage = async () => {
    const shop = shops[provider]
    const buyer = await openCardPage(shop)
    const key = provider === 'stripe' ? buyer.code : (buyer.started.body.attempt?.reference ?? '')
    const dispute = async (...stages: Stage[]) => {
      for (const stage of stages) {
        expect(shop.simulators.dispute(provider, key, stage)).toBe(true)
        await shop.after(2 * second)
      }
    }
    const queue = async () => {
      const lines = (await pawtrait(shop, 'payments')).split('\n')
      return lines.filter((line) => line.includes(buyer.buyer.username)).map((line) => line.split('\t')[3])
    }
    return { shop, key, ...buyer, dispute, queue }
  }
  const payByCard = async () => {
    const buyer = await openBuyerPage()
    await payOnCardPage(buyer.shop, buyer.code, testCards[provider].good)
    await buyer.shop.after(2 * second)
    return buyer
  }
  /** Pays an order on the card page. All webhooks are lost. */
  const payWithoutWebhook = async () => {
    const buyer = await openBuyerPage()
    buyer.shop.simulators.setWebhookFaults(provider, { lose: true })
    await payOnCardPage(buyer.shop, buyer.code, testCards[provider].good)
    buyer.shop.clock.advance(2 * second)
    buyer.shop.simulators.setWebhookFaults(provider, { lose: false })
    return buyer
  }

  it('keeps Premium active while it is open or won, and is in the operator’s queue only while open', async () => {
    const { premium, dispute, queue } = await payByCard()
    await dispute('open')
    expect(await premium()).toBe('active')
    expect(await queue()).toEqual(['dispute'])
    await dispute('won')
    expect(await premium()).toBe('active')
    expect(await queue()).toEqual([])
  })

  it('ends Premium when it is lost, and prevents a refund by `pawtrait refund` while it is open or lost', async () => {
    const { shop, premium, dispute, queue, read } = await payByCard()
    const { receipt } = await read()
    await dispute('open')
    expect(await pawtrait(shop, 'refund', receipt ?? '', 'asked', '--anyway')).toContain('disputes this payment')
    await dispute('lost')
    expect(await premium()).toBe('none')
    expect(await queue()).toEqual([])
    expect(await pawtrait(shop, 'refund', receipt ?? '', 'asked')).toContain('bank already reversed')
  })

  it('ends the Premium period only once if lost, even if the provider also refunds the payment', async () => {
    const { shop, key, buyer: user, dispute } = await payByCard()
    const closedAt = () =>
      shop.server.deps.database.rows(sql`
        select closed_at from plan_periods p join orders o on o.id = p.order_id where o.user_id = ${user.id}`)
    await dispute('open', 'lost')
    const closed = await closedAt()
    await shop.after(hour)
    expect(shop.simulators.refund(provider, key)).toBe(true)
    await shop.after(2 * second)
    expect(await closedAt()).toEqual(closed)
    expect(closed).toEqual([{ closed_at: expect.any(String) }])
  })

  it('remains lost when the webhook about its opening arrives afterwards', async () => {
    const { shop, key, premium, dispute, queue } = await payByCard()
    shop.simulators.setWebhookFaults(provider, { late: true })
    shop.simulators.dispute(provider, key, 'open')
    shop.simulators.setWebhookFaults(provider, { late: false })
    await dispute('lost')
    expect(await premium()).toBe('none')
    await shop.after(minute)
    expect(await premium()).toBe('none')
    expect(await queue()).toEqual([])
  })

  it.each([
    ['won', 'active', 'fulfilled'],
    ['lost', 'none', 'open'],
  ] as const)(
    'delays Premium if opened before the payment is confirmed; once the dispute is %s, Premium is "%s"',
    async (lastStage, premiumState, order) => {
      const { shop, premium, dispute, queue, read } = await payWithoutWebhook()
      await dispute('open')
      for (const ms of [minute, minute, hour]) await shop.after(ms)
      expect(await read()).toMatchObject({ state: 'open', receipt: null })
      expect(await premium()).toBe('none')
      expect(await queue()).toEqual(['disputed'])
      await dispute(lastStage)
      for (const ms of [minute, 6 * hour]) await shop.after(ms)
      expect(await premium()).toBe(premiumState)
      expect(await read()).toMatchObject({ state: order })
      expect(await queue()).toEqual([])
    },
  )

  it('does not start Premium if the shop loses the dispute before the payment is confirmed', async () => {
    const { shop, premium, dispute, read } = await payWithoutWebhook()
    await dispute('lost')
    for (const ms of [minute, hour]) await shop.after(ms)
    expect(await premium()).toBe('none')
    expect(await read()).toMatchObject({
      state: 'open',
      receipt: null,
      attempt: { state: 'failed', reason: 'returned' },
    })
  })

  it('keeps the Premium period of the first payment if the disputed payment is a duplicate', async () => {
    const { shop, buyer: user, order, code, premium, dispute, queue, read } = await openBuyerPage()
    const phone = `2547${provider === 'stripe' ? 1 : 2}${String(Date.now()).slice(-7)}`
    await shop.push(user, order, phone)
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await premium()).toBe('active')
    await payOnCardPage(shop, code, testCards[provider].good)
    await shop.after(2 * second)
    expect(await queue()).toEqual(['refund: duplicate'])
    await dispute('open', 'lost')
    expect(await premium()).toBe('active')
    expect(await read()).toMatchObject({ state: 'fulfilled' })
    // No refund is queued for the operator, because the bank returned the money when the dispute was lost.
    expect(await queue()).toEqual([])
  })
})
