import type { Order, PaymentAttempt } from '@pawtrait/contract/payments/payments.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { anOrder, aPayment, aPaymentAttempt, aPaymentOffer, aPremiumStatus } from '../../testing/payment-fixtures.ts'
import { recordedNavigations } from '../../testing/recorded-navigations.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { PremiumPage } from './PremiumPage.tsx'

let net: FakeNetwork
const text = (words: string) => page.getByText(words, { exact: false })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const mpesa = () => page.getByRole('region', { name: 'Premium Plan' }).getByRole('button', { name: 'Pay with M-Pesa' })
const byCard = () =>
  page.getByRole('region', { name: 'Premium Plan' }).getByRole('button', { name: 'Pay with Credit Card' })
const sheet = (name: string) => page.getByRole('dialog', { name })
const givenOffer = (payments: object | null) => net.on('GET /api/config', { status: 200, body: { payments } })
const givenPendingOrder = (order: Order | null) => net.on('GET /api/orders/waiting', { status: 200, body: { order } })
const givenOrder = (order: Order) => {
  net.on('GET /api/orders/*', { status: 200, body: order })
  givenPendingOrder(null)
}
/** Returns the time `seconds` from now, in ISO 8601. */
const later = (seconds: number) => new Date(new Date().getTime() + seconds * 1000).toISOString()

beforeEach(async () => {
  await page.viewport(390, 844)
  net = fakeNetwork()
  givenOffer(aPaymentOffer())
  net.on('GET /api/premium', { status: 200, body: aPremiumStatus() })
  givenPendingOrder(null)
  localStorage.removeItem('pay-phone')
})

/** Renders the page with the order in the URL, as after a reload. */
function reload(order: Order) {
  givenOrder(order)
  renderApp(<PremiumPage />, { at: `/dashboard/premium?order=${order.id}` })
  return order
}

/** Submits a phone number. The fake server responds that the M-Pesa prompt was sent to the phone. */
async function sendPrompt(attempt: Partial<PaymentAttempt> = {}) {
  const order = anOrder({ attempt: aPaymentAttempt(attempt) })
  net.on('POST /api/orders', { status: 201, body: { ...order, attempt: null } })
  net.on('POST /api/orders/*/attempts', { status: 201, body: order })
  givenOrder(order)
  renderApp(<PremiumPage />)
  await userEvent.click(mpesa())
  await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '0712 345 678')
  await userEvent.click(button('Send the prompt'))
  return order
}

describe('PremiumPage', () => {
  test('shows an error on a press of either pay button when payments are not set up', async () => {
    givenOffer(null)
    renderApp(<PremiumPage />)
    await expect.element(text('KSH. 1500')).toBeVisible()
    await expect.element(text('View Up to 100 posts each day')).toBeVisible()
    await expect.element(text('Block posts from specific users')).toBeVisible()
    await userEvent.click(mpesa())
    await expect.element(page.getByRole('alert')).toMatchTextContent('Payments are not set up here.')
    await userEvent.click(byCard())
    await expect.element(page.getByRole('alert')).toMatchTextContent('Payments are not set up here.')
    expect(text('TEST MODE').elements()).toHaveLength(0)
  })

  test('shows the end date of an active plan and the test mode bar', async () => {
    net.on('GET /api/premium', {
      status: 200,
      body: aPremiumStatus({
        state: 'active',
        until: '2026-12-20T12:00:00.000Z',
        rightsUntil: '2026-12-23T12:00:00.000Z',
      }),
    })
    renderApp(<PremiumPage />)
    await expect.element(text('TEST MODE: no real money')).toBeVisible()
    await expect.element(text('Premium is on until 20 December 2026')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
  })

  test.each(['active', 'grace', 'lapsed'] as const)(
    'links to all payments and to the last receipt when the state of the plan is %s',
    async (state) => {
      const ends = { until: '2026-12-20T12:00:00.000Z', rightsUntil: '2026-12-23T12:00:00.000Z' }
      net.on('GET /api/premium', { status: 200, body: aPremiumStatus({ state, ...ends }) })
      const lines = [
        aPayment({ receipt: null, state: 'not-completed' }),
        aPayment({ receipt: 'TEST-000219' }),
        aPayment(),
      ]
      net.on('GET /api/payments', { status: 200, body: { payments: lines, cursor: null } })
      renderApp(<PremiumPage />)
      const link = (name: string) => page.getByRole('link', { name, exact: true })
      await expect.element(link('Your payments')).toHaveAttribute('href', '/settings/payments')
      await expect.element(link('Receipt TEST-000219')).toHaveAttribute('href', '/receipts/TEST-000219')
      expect(link('Receipt TEST-000218').elements()).toHaveLength(0)
    },
  )

  test('shows an error on a press of the card button when cards are not set up', async () => {
    givenOffer(aPaymentOffer({ card: null, livemode: true, simulated: false }))
    renderApp(<PremiumPage />)
    await userEvent.click(byCard())
    await expect.element(page.getByRole('alert')).toMatchTextContent('Cards are not set up here.')
    expect(text('TEST MODE').elements()).toHaveLength(0)
  })
})

describe('PaySheet for M-Pesa', () => {
  test('shows an error and sends nothing for a number that is not a Kenyan mobile number', async () => {
    renderApp(<PremiumPage />)
    await userEvent.click(mpesa())
    await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '0812 345 678')
    await userEvent.click(button('Send the prompt'))
    await expect.element(text('Type a Kenyan mobile number, such as 0712 345 678.')).toBeVisible()
    await expect.element(page.getByLabelText('M-Pesa phone number')).toHaveFocus()
    expect(net.sent.filter((sent) => sent.startsWith('POST'))).toEqual([])
    expect(await listAxeViolations()).toEqual([])
  })

  test('sends the prompt, then shows a countdown, the link to the test phone and a disabled "Send again"', async () => {
    await sendPrompt()
    await expect.element(sheet('Check the phone')).toBeVisible()
    await expect.element(text('Enter the M-Pesa PIN on the phone ending in 678 to approve KSh 1,500')).toBeVisible()
    await expect.element(page.getByRole('timer')).toMatchTextContent(/^0:4\d$/)
    const resendButton = page.getByRole('button', { name: /^Send again in 1:4/ })
    await expect.element(resendButton).toBeDisabled()
    await expect.element(resendButton).toHaveAccessibleDescription(/only once in two minutes/)
    const { reference } = aPaymentAttempt()
    await expect
      .element(page.getByRole('link', { name: 'Open the test phone' }))
      .toHaveAttribute('href', `/test/phone?account=${reference}`)
    expect(net.requests.find(({ path }) => path.endsWith('/attempts'))?.body).toEqual({
      method: 'mpesa',
      phone: '712 345 678',
    })
    expect(await listAxeViolations()).toEqual([])
  })

  test('asks for the PIN until the prompt has expired, and then offers a new prompt', async () => {
    const at = (seconds: number, wait: number) =>
      reload(
        anOrder({ attempt: aPaymentAttempt({ promptUntil: later(seconds), retryAt: wait > 0 ? later(wait) : null }) }),
      )
    at(2, 62)
    await expect.element(text('Enter the M-Pesa PIN on the phone ending in 678')).toBeVisible()
    await expect
      .element(text('The prompt on the phone ending in 678 has expired by now.'), { timeout: 4000 })
      .toBeVisible()
    await expect.element(sheet('Waiting for M-Pesa')).toBeVisible()
    expect(page.getByRole('timer').elements()).toHaveLength(0)
    at(-61, 0)
    await expect.element(text('M-Pesa has not answered yet')).toBeVisible()
    await userEvent.click(button('Send a new prompt'))
    await expect.element(page.getByLabelText('M-Pesa phone number')).toBeVisible()
  })

  test('stores the phone number in localStorage in national format, and not in the URL', async () => {
    await sendPrompt()
    await expect.element(sheet('Check the phone')).toBeVisible()
    expect(JSON.parse(localStorage.getItem('pay-phone') ?? '')).toMatchObject({ phone: '712 345 678' })
    expect(window.location.href).not.toContain('712')
  })

  test('shows the receipt number without a reload when the payment arrives', async () => {
    const order = reload(anOrder({ attempt: aPaymentAttempt() }))
    await expect.element(sheet('Check the phone')).toBeVisible()
    givenOrder({
      ...order,
      state: 'fulfilled',
      receipt: 'TEST-000031',
      methodDetail: 'UKK8QX0O1I',
      premiumUntil: '2026-12-20T12:00:00.000Z',
      attempt: aPaymentAttempt({ state: 'paid', promptUntil: null, retryAt: null }),
    })
    await expect.element(sheet('Best in show'), { timeout: 8000 }).toBeVisible()
    await expect.element(text('Premium is on until 20 December 2026')).toBeVisible()
    await expect.element(text('UKK8QX0O1I')).toBeVisible()
    await expect.element(text('+254 ••• ••• 678')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Open receipt' }))
      .toHaveAttribute('href', '/receipts/TEST-000031')
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows "Confirming with M-Pesa" while the server queries M-Pesa', async () => {
    reload(anOrder({ attempt: aPaymentAttempt({ confirming: true }) }))
    await expect.element(text('Confirming with M-Pesa')).toBeVisible()
  })

  test('shows a toast when the payment arrives after the sheet was closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const order = reload(anOrder({ attempt: aPaymentAttempt() }))
    await expect.element(sheet('Check the phone')).toBeVisible()
    await userEvent.click(sheet('Check the phone').getByText('Close', { exact: true }))
    await expect.element(sheet('Check the phone')).not.toBeInTheDocument()
    givenOrder({ ...order, state: 'fulfilled', premiumUntil: '2026-12-20T12:00:00.000Z' })
    await vi.advanceTimersByTimeAsync(11_000)
    await expect.element(text('Payment received. Premium is on until 20 December 2026')).toBeVisible()
    vi.useRealTimers()
  })

  test('closes without cancelling the payment or sending a request, and reopens from a note on the page', async () => {
    const order = reload(anOrder({ attempt: aPaymentAttempt() }))
    await expect.element(text('the prompt on the phone still works')).toBeVisible()
    expect(page.getByRole('button', { name: 'Cancel' }).elements()).toHaveLength(0)
    givenPendingOrder(order)
    await userEvent.click(sheet('Check the phone').getByText('Close', { exact: true }))
    await expect.element(sheet('Check the phone')).not.toBeInTheDocument()
    await expect.element(text('Waiting for the phone ending in 678')).toBeVisible()
    await userEvent.click(button('Show'))
    await expect.element(sheet('Check the phone')).toBeVisible()
    expect(net.sent.filter((sent) => /^(DELETE|POST)/.test(sent))).toEqual([])
  })

  test('shows the pending prompt of another device on a press of a pay button, and starts no payment', async () => {
    const order = anOrder({ attempt: aPaymentAttempt({ phoneEnd: '111' }) })
    givenOrder(order)
    givenPendingOrder(order)
    renderApp(<PremiumPage />)
    await expect.element(text('Waiting for the phone ending in 111')).toBeVisible()
    for (const press of [mpesa, byCard]) {
      await userEvent.click(press())
      await expect.element(text('Enter the M-Pesa PIN on the phone ending in 111')).toBeVisible()
      await userEvent.click(sheet('Check the phone').getByText('Close', { exact: true }))
      await expect.element(sheet('Check the phone')).not.toBeInTheDocument()
    }
    expect(net.sent.filter((sent) => sent.startsWith('POST'))).toEqual([])
  })

  test('disables a second prompt to the same phone with a countdown, but not a prompt to another phone', async () => {
    net.on('POST /api/orders', { status: 201, body: anOrder() })
    const { status, body } = errorReply('phone-asked-before', 429)
    net.on('POST /api/orders/*/attempts', { status, body: { ...(body as object), retryAfterSeconds: 95 } })
    renderApp(<PremiumPage />)
    await userEvent.click(mpesa())
    await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '712 345 678')
    await userEvent.click(button('Send the prompt'))
    await expect.element(page.getByRole('button', { name: /^Send again in 1:3\d/ })).toBeDisabled()
    await expect.element(text('M-Pesa takes the same amount from the same phone only once')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '712 345 000')
    await expect.element(button('Send the prompt')).toBeEnabled()
  })

  test('shows an error with the waiting time when the server limits the prompts', async () => {
    net.on('POST /api/orders', { status: 201, body: anOrder() })
    const { status, body } = errorReply('too-many-requests', 429)
    net.on('POST /api/orders/*/attempts', { status, body: { ...(body as object), retryAfterSeconds: 95 } })
    renderApp(<PremiumPage />)
    await userEvent.click(mpesa())
    await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '+254 712-345-678')
    await userEvent.click(button('Send the prompt'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Too many prompts')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Try again in 2 minutes.')
  })

  test('shows the pending prompt when the server refuses a card payment with a conflict error', async () => {
    const order = anOrder({ attempt: aPaymentAttempt({ phoneEnd: '111' }) })
    net.on('POST /api/orders', { status: 201, body: order })
    net.on('POST /api/orders/*/attempts', errorReply('conflict', 409))
    givenOrder(order)
    renderApp(<PremiumPage />)
    await userEvent.click(byCard())
    await expect.element(text('on the phone ending in 111 to approve')).toBeVisible()
    expect(recordedNavigations).toEqual([])
  })

  test('states that the payment is being checked when its outcome is unknown, and offers to start again', async () => {
    reload(anOrder({ attempt: aPaymentAttempt({ state: 'unknown', promptUntil: null, retryAt: null }) }))
    await expect.element(sheet('We are checking your payment')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('No money was taken? Start again'))
    await expect.element(page.getByLabelText('M-Pesa phone number')).toBeVisible()
  })

  test('shows an error when the order in the URL does not exist for this user', async () => {
    net.on('GET /api/orders/*', errorReply('not-found', 404))
    renderApp(<PremiumPage />, { at: '/dashboard/premium?order=nonsense' })
    await expect.element(text('We could not load this payment')).toBeVisible()
    await userEvent.click(button('Close'))
    await expect.element(mpesa()).toBeVisible()
  })
})
