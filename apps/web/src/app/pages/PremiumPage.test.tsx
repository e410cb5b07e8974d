import { AttemptReason, type Attempt, type Order } from '@pawtrait/contract/payments.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { goTo } from '#lib/go-to.ts'
import { axeViolations } from '../../testing/axe.ts'
import { anAttempt, anOffer, anOrder, aStatus, aPayment } from '../../testing/given-payments.ts'
import { type Network, network, refusal } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { PremiumPage } from './PremiumPage.tsx'

vi.mock('#lib/go-to.ts', () => ({ goTo: vi.fn() }))

let net: Network
const text = (words: string) => page.getByText(words, { exact: false })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const mpesa = () => page.getByRole('region', { name: 'Premium Plan' }).getByRole('button', { name: 'Pay with M-Pesa' })
const byCard = () =>
  page.getByRole('region', { name: 'Premium Plan' }).getByRole('button', { name: 'Pay with Credit Card' })
const sheet = (name: string) => page.getByRole('dialog', { name })
const offers = (payments: object | null) => net.on('GET /api/config', { status: 200, body: { payments } })
const answers = (order: Order) => net.on('GET /api/orders/*', { status: 200, body: order })

beforeEach(async () => {
  await page.viewport(390, 844)
  net = network()
  offers(anOffer())
  net.on('GET /api/premium', { status: 200, body: aStatus() })
})

/** The page with an order in its address, as after a reload. */
function reload(order: Order) {
  answers(order)
  renderApp(<PremiumPage />, { at: `/dashboard/premium?order=${order.id}` })
  return order
}

/** The number typed and sent; the server has the prompt out. */
async function sendPrompt(attempt: Partial<Attempt> = {}) {
  const order = anOrder({ attempt: anAttempt(attempt) })
  net.on('POST /api/orders', { status: 201, body: { ...order, attempt: null } })
  net.on('POST /api/orders/*/attempts', { status: 201, body: order })
  answers(order)
  renderApp(<PremiumPage />)
  await userEvent.click(mpesa())
  await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '0712 345 678')
  await userEvent.click(button('Send the prompt'))
  return order
}

describe('the Premium page', () => {
  test('says so where payments are not set up, again at each press', async () => {
    offers(null)
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

  test('says that no real money moves while none does, and until when the plan is on', async () => {
    net.on('GET /api/premium', {
      status: 200,
      body: aStatus({ state: 'active', until: '2026-12-20T12:00:00.000Z', rightsUntil: '2026-12-23T12:00:00.000Z' }),
    })
    renderApp(<PremiumPage />)
    await expect.element(text('TEST MODE: no real money')).toBeVisible()
    await expect.element(text('Premium is on until 20 December 2026')).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })

  test.each(['active', 'grace', 'lapsed'] as const)(
    'leads who holds or held it to their payments: %s',
    async (state) => {
      const ends = { until: '2026-12-20T12:00:00.000Z', rightsUntil: '2026-12-23T12:00:00.000Z' }
      net.on('GET /api/premium', { status: 200, body: aStatus({ state, ...ends }) })
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

  test('offers what is there: without cards, the card button says so', async () => {
    offers(anOffer({ card: null, livemode: true, simulated: false }))
    renderApp(<PremiumPage />)
    await userEvent.click(byCard())
    await expect.element(page.getByRole('alert')).toMatchTextContent('Cards are not set up here.')
    expect(text('TEST MODE').elements()).toHaveLength(0)
  })
})

describe('paying with M-Pesa', () => {
  test('refuses what is no Kenyan mobile number before anything is sent', async () => {
    renderApp(<PremiumPage />)
    await userEvent.click(mpesa())
    await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '0812 345 678')
    await userEvent.click(button('Send the prompt'))
    await expect.element(text('Type a Kenyan mobile number, such as 0712 345 678.')).toBeVisible()
    await expect.element(page.getByLabelText('M-Pesa phone number')).toHaveFocus()
    expect(net.sent.filter((sent) => sent.startsWith('POST'))).toEqual([])
    expect(await axeViolations()).toEqual([])
  })

  test('sends the prompt and waits for the PIN, with what the test phone asks; a new prompt has to wait', async () => {
    await sendPrompt()
    await expect.element(sheet('Check your phone')).toBeVisible()
    await expect.element(text('on the phone ending in 678 to approve KSh 1,500')).toBeVisible()
    await expect.element(page.getByRole('timer')).toMatchTextContent(/^1:4\d$/)
    await expect.element(page.getByRole('button', { name: /^Send again in 1:4/ })).toBeDisabled()
    await expect.element(page.getByRole('link', { name: 'Open the test phone' })).toHaveAttribute('href', '/test/phone')
    expect(net.requests.find(({ path }) => path.endsWith('/attempts'))?.body).toEqual({
      method: 'mpesa',
      phone: '0712 345 678',
    })
    expect(await axeViolations()).toEqual([])
  })

  test('turns into the receipt when the money has come, by itself', async () => {
    const order = reload(anOrder({ attempt: anAttempt() }))
    await expect.element(sheet('Check your phone')).toBeVisible()
    answers({
      ...order,
      state: 'fulfilled',
      receipt: 'TEST-000031',
      premiumUntil: '2026-12-20T12:00:00.000Z',
      attempt: anAttempt({ state: 'paid', promptUntil: null, retryAt: null }),
    })
    await expect.element(sheet('Best in show'), { timeout: 8000 }).toBeVisible()
    await expect.element(text('Premium is on until 20 December 2026')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Open receipt' }))
      .toHaveAttribute('href', '/receipts/TEST-000031')
    expect(await axeViolations()).toEqual([])
  })

  test('says that it is confirming when M-Pesa has told and is being asked', async () => {
    reload(anOrder({ attempt: anAttempt({ confirming: true }) }))
    await expect.element(text('Confirming with M-Pesa')).toBeVisible()
  })

  test('closed while waiting, tells when the plan is on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const order = reload(anOrder({ attempt: anAttempt() }))
    await expect.element(sheet('Check your phone')).toBeVisible()
    await userEvent.click(button('Close'))
    await expect.element(sheet('Check your phone')).not.toBeInTheDocument()
    answers({ ...order, state: 'fulfilled', premiumUntil: '2026-12-20T12:00:00.000Z' })
    await vi.advanceTimersByTimeAsync(11_000)
    await expect.element(text('Payment received. Premium is on until 20 December 2026')).toBeVisible()
    vi.useRealTimers()
  })

  test('can be given up', async () => {
    const order = reload(anOrder({ attempt: anAttempt() }))
    net.on('DELETE /api/orders/*', { status: 200, body: { ...order, state: 'canceled' } })
    await userEvent.click(button('Cancel'))
    await expect.element(sheet('Check your phone')).not.toBeInTheDocument()
    expect(net.sent).toContain(`DELETE /api/orders/${order.id}`)
  })

  test('says when enough prompts were sent, and when one may go on', async () => {
    net.on('POST /api/orders', { status: 201, body: anOrder() })
    const { status, body } = refusal('too-many-requests', 429)
    net.on('POST /api/orders/*/attempts', { status, body: { ...(body as object), retryAfterSeconds: 95 } })
    renderApp(<PremiumPage />)
    await userEvent.click(mpesa())
    await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '+254 712-345-678')
    await userEvent.click(button('Send the prompt'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('That is enough prompts for now')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Try again in 2 minutes.')
  })

  test('shows the prompt that is out already instead of a second one', async () => {
    const order = anOrder({ attempt: anAttempt({ phoneEnd: '111' }) })
    net.on('POST /api/orders', { status: 201, body: order })
    net.on('POST /api/orders/*/attempts', refusal('conflict', 409))
    answers(order)
    renderApp(<PremiumPage />)
    await userEvent.click(byCard())
    await expect.element(text('on the phone ending in 111')).toBeVisible()
    expect(goTo).not.toHaveBeenCalled()
  })

  test('asks on while nobody knows, and lets one start again', async () => {
    reload(anOrder({ attempt: anAttempt({ state: 'unknown', promptUntil: null, retryAt: null }) }))
    await expect.element(sheet('We are checking your payment')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await userEvent.click(button('No money left? Start again'))
    await expect.element(page.getByLabelText('M-Pesa phone number')).toBeVisible()
  })

  test.each([
    ['canceled', 'You cancelled. Nothing was charged.'],
    ['wrong-pin', 'That was the wrong M-Pesa PIN.'],
    ['no-funds', 'There is not enough money in your M-Pesa.'],
    ['no-answer', 'We could not reach your phone'],
    ['timed-out', 'The prompt timed out before a PIN was entered.'],
    [null, 'The payment did not go through. Nothing was charged.'],
  ] as const)('ended by %s says why and offers both ways', async (reason, words) => {
    reload(anOrder({ attempt: anAttempt({ state: 'failed', reason, promptUntil: null }) }))
    await expect.element(sheet('No money moved')).toBeVisible()
    await expect.element(text(words)).toBeVisible()
    await expect.element(page.getByText(/A new prompt to the same phone can go out in 1:4\d/)).toBeVisible()
    await expect.element(sheet('No money moved').getByRole('button', { name: 'Pay with Credit Card' })).toBeVisible()
    await userEvent.click(button('Send a new prompt'))
    await expect.element(page.getByLabelText('M-Pesa phone number')).toBeVisible()
  })

  test('has a sentence for every way a try can end', async () => {
    for (const reason of AttemptReason.options) {
      reload(anOrder({ attempt: anAttempt({ state: 'failed', reason }) }))
      await expect.element(sheet('No money moved').last()).toBeVisible()
    }
  })

  test('says that money comes back when it was another amount', async () => {
    reload(anOrder({ refundDue: true, attempt: anAttempt({ state: 'paid' }) }))
    await expect.element(sheet('Your money comes back')).toBeVisible()
  })

  test('of an order that is nobody’s or somebody else’s says that it cannot be read', async () => {
    net.on('GET /api/orders/*', refusal('not-found', 404))
    renderApp(<PremiumPage />, { at: '/dashboard/premium?order=nonsense' })
    await expect.element(text('We could not read this payment')).toBeVisible()
    await userEvent.click(button('Close'))
    await expect.element(mpesa()).toBeVisible()
  })
})

describe('paying by card', () => {
  const checkoutUrl = 'http://localhost:4000/test/checkout/abc'
  const opened = () =>
    anOrder({ attempt: anAttempt({ method: 'card', checkoutUrl, promptUntil: null, retryAt: null }) })

  test('goes to the card page in this tab; the order is in the address before', async () => {
    const order = opened()
    net.on('POST /api/orders', { status: 201, body: { ...order, attempt: null } })
    net.on('POST /api/orders/*/attempts', { status: 201, body: order })
    net.on('POST /api/orders/*/check', { status: 200, body: order })
    answers(order)
    renderApp(<PremiumPage />)
    await userEvent.click(byCard())
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith(checkoutUrl))
    await expect.element(sheet('Checking with the bank')).toBeVisible()
  })

  test('back from there the bank is asked at once, and its yes is shown', async () => {
    const order = opened()
    net.on('POST /api/orders/*/check', {
      status: 200,
      body: { ...order, state: 'fulfilled', receipt: 'PT-000007', premiumUntil: '2026-12-20T12:00:00.000Z' },
    })
    reload(order)
    await expect.element(sheet('Best in show')).toBeVisible()
    await expect.element(text('PT-000007')).toBeVisible()
  })

  test('back without having paid, the card page can be opened again', async () => {
    const order = reload(opened())
    net.on('POST /api/orders/*/check', { status: 200, body: order })
    await userEvent.click(button('Go to the card page'))
    expect(goTo).toHaveBeenCalledExactlyOnceWith(checkoutUrl)
    expect(await axeViolations()).toEqual([])
  })

  test('declined offers another card first', async () => {
    const ended = anAttempt({ method: 'card', state: 'failed', reason: 'declined', promptUntil: null, retryAt: null })
    reload(anOrder({ attempt: ended }))
    await expect.element(text('The bank declined the card.')).toBeVisible()
    await expect.element(button('Try another card')).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })
})
