import type { Order } from '@pawtrait/contract/payments/payments.ts'
import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { describe, expect, it } from 'vitest'
import { parsePaymentCommand } from '#app/cli/payments.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'

const shop = paymentServerForFile()

let phones = 1_000
const aPhone = () => `2547${++phones}7777`

/** Runs a `pawtrait` command about payments in the test process. */
async function pawtrait(...args: string[]): Promise<string> {
  const command = parsePaymentCommand(args)
  if (!command) return 'usage'
  return command(createContext(shop.server.deps, systemCaller)).catch((error: Error) => error.message)
}

async function payByPhone() {
  const user = await aUser(shop.server)
  const [order, phone] = [await shop.order(user), aPhone()]
  await shop.push(user, order, phone)
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  const { receipt } = await shop.read(user, order)
  return { user, order, receipt: receipt ?? '' }
}

const readPremiumState = async (user: TestUser) =>
  (await shop.server.call<PremiumStatus>(user, 'GET', '/api/premium')).body.state
const readCredits = async (user: TestUser, receipt: string) =>
  (await shop.server.call<{ credits: unknown }>(user, 'GET', `/api/receipts/${receipt}`)).body.credits

describe('`pawtrait refund`', () => {
  it('ends the period and credits the receipt after the M-Pesa reversal', async () => {
    const { user, order, receipt } = await payByPhone()
    expect(await pawtrait('refund', receipt, 'asked', 'for', 'it')).toContain('The app refunds KSh 1,500')
    await shop.after(0)
    expect(await shop.read(user, order)).toMatchObject({ state: 'fulfilled' })
    expect(await pawtrait('refund', receipt, 'again')).toBe('The refund of this payment is already in progress.')
    await shop.after(5 * second)
    expect(await shop.read(user, order)).toMatchObject({ state: 'refunded', premiumUntil: null })
    expect(await readPremiumState(user)).toBe('none')
    expect(await readCredits(user, receipt)).toMatchObject([{ amount: { amountMinor: 150_000, currency: 'KES' } }])
    expect(await pawtrait('refund', receipt, 'again')).toBe('The refund of this payment is already done.')
  })

  it('ends the period and credits the receipt after the card refund', async () => {
    const user = await aUser(shop.server)
    const order = await shop.order(user)
    const card = { method: 'card' }
    const started = await shop.server.call<Order>(user, 'POST', `/api/orders/${order}/attempts`, card)
    const code = new URL(started.body.attempt?.checkoutUrl ?? '').pathname.split('/').at(-1)
    await shop.test(`checkout/${code}/pay`, { card: 'success' })
    await shop.after(2 * second)
    const { receipt } = await shop.read(user, order)
    await pawtrait('refund', receipt ?? '', 'asked')
    await shop.after(0)
    await shop.after(5 * second)
    expect(await shop.read(user, order)).toMatchObject({ state: 'refunded' })
    expect(await readPremiumState(user)).toBe('none')
  })

  it('keeps Premium active if M-Pesa’s reversal fails, until `pawtrait refunded` is run', async () => {
    const { user, receipt } = await payByPhone()
    shop.simulators.endNextOperatorCall('21')
    await pawtrait('refund', receipt, 'asked')
    await shop.after(0)
    await shop.after(5 * second)
    expect(await readPremiumState(user)).toBe('active')
    const queue = await pawtrait('payments')
    expect(queue).toContain('refund: asked\tmanual\tKSh 1,500\tmpesa')
    expect(queue).toContain(user.username)
    const line = queue.split('\n').find((text) => text.includes(user.username)) ?? ''
    expect(await pawtrait('refunded', line.split('\t')[0] ?? '', 'cash, by Wanjiru')).toBe('Recorded.\n')
    expect(await readPremiumState(user)).toBe('none')
    expect(await pawtrait('payments')).not.toContain(user.username)
  })

  it('requires --anyway more than 14 days after the payment', async () => {
    const { receipt } = await payByPhone()
    await shop.after(15 * day)
    expect(await pawtrait('refund', receipt, 'late')).toContain('--anyway')
    expect(await pawtrait('refund', receipt, 'late', '--anyway')).toContain('The app refunds')
  })

  it('prints an error for an unknown receipt, and its usage for wrong arguments', async () => {
    expect(await pawtrait('refund', 'PT-000001', 'x')).toBe('There is no receipt or queue line "PT-000001".')
    expect(await pawtrait('refund', 'nonsense', 'x')).toBe('There is no receipt or queue line "nonsense".')
    for (const args of [['refund'], ['refund', 'PT-000001'], ['refunded', 'x'], ['payments', 'x'], ['settle', 'x']])
      expect(await pawtrait(...args)).toBe('usage')
  })
})

it('`pawtrait settle` applies a payment that is known only from the M-Pesa statement', async () => {
  const user = await aUser(shop.server)
  const [order, phone] = [await shop.order(user), aPhone()]
  await shop.test(`phone/${phone}/settings`, { toggles: { losePushAnswer: true, loseCallback: true } })
  const pushed = await shop.push(user, order, phone)
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * day)
  expect(await pawtrait('payments')).toContain('no-verdict')
  const reference = pushed.body.attempt?.reference ?? ''
  expect(await pawtrait('settle', reference, 'UJ22T8IYOU')).toBe('applied\n')
  expect(await pawtrait('settle', reference, 'UJ22T8IYOU')).toBe('already-settled\n')
  expect(await readPremiumState(user)).toBe('active')
  const other = await aUser(shop.server)
  const otherPush = await shop.push(other, await shop.order(other), aPhone())
  expect(await pawtrait('settle', otherPush.body.attempt?.reference ?? '', 'UJ22T8IYOU')).toBe(
    'The code "UJ22T8IYOU" already belongs to another payment: check the code.',
  )
  expect(await readPremiumState(other)).not.toBe('active')
  expect(await pawtrait('settle', 'UNKNOWN', 'UJ22T8IYOU')).toBe('There is no payment with the reference "UNKNOWN".')
})
