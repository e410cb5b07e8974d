import { AttemptFailureReason, type Order } from '@pawtrait/contract/payments/payments.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PremiumPage } from '#features/payments/PremiumPage.tsx'
import { SupportContactContext } from '#shell/support-contact.ts'
import { listAxeViolations } from '../testing/axe.ts'
import { type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { anOrder, aPaymentAttempt, aPaymentOffer, aPremiumStatus } from '../testing/payment-fixtures.ts'
import { recordedNavigations } from '../testing/recorded-navigations.ts'
import { renderApp } from '../testing/render-app.tsx'

let net: FakeNetwork
const text = (words: string) => page.getByText(words, { exact: false })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const byCard = () =>
  page.getByRole('region', { name: 'Premium Plan' }).getByRole('button', { name: 'Pay with Credit Card' })
const sheet = (name: string) => page.getByRole('dialog', { name })
const answers = (order: Order) => {
  net.on('GET /api/orders/*', { status: 200, body: order })
  net.on('GET /api/orders/waiting', { status: 200, body: { order: null } })
}

beforeEach(async () => {
  await page.viewport(390, 844)
  net = fakeNetwork()
  net.on('GET /api/config', { status: 200, body: { payments: aPaymentOffer() } })
  net.on('GET /api/premium', { status: 200, body: aPremiumStatus() })
  net.on('GET /api/orders/waiting', { status: 200, body: { order: null } })
})

/** Opens the Premium page with an order id in the URL, as after a reload. */
function reload(order: Order) {
  answers(order)
  renderApp(<PremiumPage />, { at: `/dashboard/premium?order=${order.id}` })
  return order
}

describe('PremiumPage after an M-Pesa attempt without success', () => {
  test.each([
    ['canceled', 'The prompt was cancelled on the phone ending in 678. Nothing was charged.'],
    ['wrong-pin', 'That was the wrong M-Pesa PIN.'],
    ['no-funds', 'There is not enough money in the M-Pesa of the phone ending in 678.'],
    ['no-answer', 'We could not reach the phone ending in 678'],
    ['timed-out', 'The prompt on the phone ending in 678 timed out before a PIN was entered.'],
    [null, 'The payment did not go through. Nothing was charged.'],
  ] as const)('shows a message for reason "%s", and offers a retry or payment by card', async (reason, words) => {
    reload(anOrder({ attempt: aPaymentAttempt({ state: 'failed', reason, promptUntil: null }) }))
    await expect.element(sheet('No money moved')).toBeVisible()
    await expect.element(text(words)).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Send again in 1:4\d/ })).toBeDisabled()
    await expect.element(text('M-Pesa takes the same amount from the same phone only once')).toBeVisible()
    await expect.element(sheet('No money moved').getByRole('button', { name: 'Pay with Credit Card' })).toBeVisible()
    await userEvent.click(button('Use another number'))
    await expect.element(page.getByLabelText('M-Pesa phone number')).toBeVisible()
  })

  test('shows a message for every failure reason', async () => {
    for (const reason of AttemptFailureReason.options) {
      reload(anOrder({ attempt: aPaymentAttempt({ state: 'failed', reason }) }))
      await expect.element(sheet('No money moved').last()).toBeVisible()
    }
  })

  test('shows the support contact that the operator has set', async () => {
    const order = anOrder({ attempt: aPaymentAttempt({ state: 'failed', reason: 'no-answer' }) })
    answers(order)
    const premium = (
      <SupportContactContext value="mailto:help@pets.test">
        <PremiumPage />
      </SupportContactContext>
    )
    renderApp(premium, { at: `/dashboard/premium?order=${order.id}` })
    const link = sheet('No money moved').getByRole('link', { name: 'help@pets.test' })
    await expect.element(link).toHaveAttribute('href', 'mailto:help@pets.test')
  })

  test('accepts an M-Pesa code for a payment that was not detected, and shows the result of the check', async () => {
    const order = reload(anOrder({ attempt: aPaymentAttempt({ state: 'unknown', promptUntil: null }) }))
    const claims = `GET /api/orders/${order.id}/claims`
    net.on(claims, { status: 200, body: { claims: [] } })
    await userEvent.click(text('Did money leave your account?'))
    const code = page.getByLabelText('Code in M-Pesa’s message')
    await userEvent.fill(code, 'UJ22T8')
    await userEvent.click(button('Find my payment'))
    await expect.element(text('An M-Pesa code has 10 letters and digits.')).toBeVisible()
    const claim = { code: 'UJ22T8IYOU', state: 'refused', reason: 'used', at: new Date().toISOString() }
    net.on(`POST /api/orders/${order.id}/claims`, { status: 201, body: claim })
    net.on(claims, { status: 200, body: { claims: [claim] } })
    await userEvent.fill(code, 'uj22 t8iyou')
    await userEvent.click(button('Find my payment'))
    await expect.element(text('UJ22T8IYOU has paid for something else already.')).toBeVisible()
    expect(net.requests.filter(({ body }) => body)).toMatchObject([{ body: { code: 'uj22 t8iyou' } }])
    expect(await listAxeViolations()).toEqual([])
  })

  test('announces a refund for a payment of the wrong amount', async () => {
    reload(anOrder({ refundDue: true, attempt: aPaymentAttempt({ state: 'paid' }) }))
    await expect.element(sheet('Your refund is on its way')).toBeVisible()
  })
})

describe('PremiumPage with a card payment', () => {
  const checkoutUrl = 'http://localhost:4000/test/checkout/abc'
  const openOrder = () =>
    anOrder({ attempt: aPaymentAttempt({ method: 'card', checkoutUrl, promptUntil: null, retryAt: null }) })

  test('opens the card page of the provider in the same tab, and then shows "Checking with the bank"', async () => {
    const order = openOrder()
    net.on('POST /api/orders', { status: 201, body: { ...order, attempt: null } })
    net.on('POST /api/orders/*/attempts', { status: 201, body: order })
    net.on('POST /api/orders/*/check', { status: 200, body: order })
    answers(order)
    renderApp(<PremiumPage />)
    await userEvent.click(byCard())
    await expect.poll(() => recordedNavigations).toEqual([checkoutUrl])
    await expect.element(sheet('Checking with the bank')).toBeVisible()
  })

  test('checks the payment on return from the card page, and shows the receipt of a successful payment', async () => {
    const order = openOrder()
    net.on('POST /api/orders/*/check', {
      status: 200,
      body: { ...order, state: 'fulfilled', receipt: 'PT-000007', premiumUntil: '2026-12-20T12:00:00.000Z' },
    })
    reload(order)
    await expect.element(sheet('Best in show')).toBeVisible()
    await expect.element(text('PT-000007')).toBeVisible()
  })

  const withUnusedCard = (order: Order): Order => ({
    ...order,
    attempt: order.attempt && { ...order.attempt, cardUnused: true },
  })

  test('offers to continue by card or M-Pesa when the buyer left the card page without using a card', async () => {
    const order = reload(openOrder())
    net.on('POST /api/orders/*/check', { status: 200, body: withUnusedCard(order) })
    answers(withUnusedCard(order))
    await expect.element(sheet('No money moved')).toBeVisible()
    await expect.element(text('You left the card page before a card was used. Nothing was charged.')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Continue with the card'))
    expect(recordedNavigations).toEqual([checkoutUrl])
    await userEvent.click(sheet('No money moved').getByRole('button', { name: 'Pay with M-Pesa' }))
    await expect.element(page.getByLabelText('M-Pesa phone number')).toBeVisible()
  })

  test('shows that Premium is paid when the buyer completes the card page in another tab', async () => {
    const order = reload(openOrder())
    net.on('POST /api/orders/*/check', { status: 200, body: withUnusedCard(order) })
    answers(withUnusedCard(order))
    await expect.element(sheet('No money moved')).toBeVisible()
    const until = '2026-12-20T12:00:00.000Z'
    const paid: Order = { ...order, state: 'fulfilled', premiumUntil: until, methodDetail: 'Visa •••• 4081' }
    net.on('POST /api/orders/*/check', { status: 200, body: paid })
    answers(paid)
    await expect.element(sheet('Best in show'), { timeout: 8000 }).toBeVisible()
    await expect.element(text('Visa •••• 4081')).toBeVisible()
  })

  test('offers "Try another card" when the card is declined', async () => {
    const card = { method: 'card', state: 'failed', cardEnd: '5408', promptUntil: null, retryAt: null } as const
    reload(anOrder({ attempt: aPaymentAttempt({ ...card, reason: 'declined' }) }))
    await expect.element(text('The bank declined the card ending in 5408.')).toBeVisible()
    await expect.element(button('Try another card')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
  })
})
