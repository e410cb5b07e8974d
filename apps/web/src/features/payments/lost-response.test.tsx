import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { anOrder, aPaymentAttempt, aPaymentOffer, aPremiumStatus } from '../../testing/payment-fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { PremiumPage } from './PremiumPage.tsx'

let net: FakeNetwork
const button = (name: string) => page.getByRole('button', { name, exact: true })
const mpesa = () => page.getByRole('region', { name: 'Premium Plan' }).getByRole('button', { name: 'Pay with M-Pesa' })
const sheet = (name: string) => page.getByRole('dialog', { name })
const givenPendingOrder = (order: Order | null) => net.on('GET /api/orders/waiting', { status: 200, body: { order } })
const givenOrder = (order: Order) => {
  net.on('GET /api/orders/*', { status: 200, body: order })
  givenPendingOrder(null)
}

beforeEach(async () => {
  await page.viewport(390, 844)
  net = fakeNetwork()
  net.on('GET /api/config', { status: 200, body: { payments: aPaymentOffer() } })
  net.on('GET /api/premium', { status: 200, body: aPremiumStatus() })
  givenPendingOrder(null)
})

/** Submits a phone number and loses the response, so the page cannot tell whether the phone got the prompt. */
async function loseResponse(order: Order) {
  const rejectRequest = () => Promise.reject(new TypeError('Failed to fetch'))
  net.on('POST /api/orders', { status: 201, body: order })
  net.on('POST /api/orders/*/attempts', rejectRequest)
  net.on('GET /api/orders/*', rejectRequest)
  renderApp(<PremiumPage />)
  await userEvent.click(mpesa())
  await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '0712 345 678')
  await userEvent.click(button('Send the prompt'))
  await expect.element(page.getByRole('alert')).toMatchTextContent('We don’t know if that worked')
  await expect.element(page.getByRole('alert')).not.toMatchTextContent('Nothing was charged')
}
const orderKeys = () =>
  net.requests.filter(({ path }) => path === '/api/orders').map(({ headers }) => headers.get('idempotency-key'))

describe('PaySheet after a payment request with an unknown outcome', () => {
  test('reuses the idempotency key until the order is paid', async () => {
    const order = anOrder()
    await loseResponse(order)
    expect(await listAxeViolations()).toEqual([])
    // The lost request had reached the server, and the buyer has paid.
    const paidOrder = { ...order, state: 'fulfilled' as const, premiumUntil: '2026-12-20T12:00:00.000Z' }
    net.on('POST /api/orders', { status: 201, body: paidOrder })
    givenOrder(paidOrder)
    await userEvent.click(button('Send the prompt'))
    await expect.element(sheet('Best in show')).toBeVisible()
    const [first, second] = orderKeys()
    expect(second).toBe(first)
    expect(net.sent.filter((sent) => sent.endsWith('/attempts'))).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet('Best in show')).not.toBeInTheDocument()
    net.on('POST /api/orders', { status: 201, body: anOrder() })
    await userEvent.click(mpesa())
    await userEvent.click(button('Send the prompt'))
    await expect.poll(orderKeys).toHaveLength(3)
    expect(orderKeys()[2]).not.toBe(first)
  })

  test('shows an unknown outcome after a server error, and sends the same idempotency key again', async () => {
    net.on('POST /api/orders', { status: 201, body: anOrder() })
    net.on('POST /api/orders/*/attempts', errorReply('internal', 500))
    net.on('GET /api/orders/*', errorReply('unavailable', 503))
    renderApp(<PremiumPage />)
    await userEvent.click(mpesa())
    await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '0712 345 678')
    await userEvent.click(button('Send the prompt'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('We don’t know if that worked')
    await expect.element(page.getByRole('alert')).not.toMatchTextContent('Nothing was charged')
    await userEvent.click(button('Send the prompt'))
    await expect.poll(orderKeys).toHaveLength(2)
    expect(new Set(orderKeys()).size).toBe(1)
  })

  test('shows the prompt when the server reports it later, and creates no second order', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval'], shouldAdvanceTime: true })
    net.on('GET /api/orders/waiting', () => Promise.reject(new TypeError('Failed to fetch')))
    const order = anOrder({ attempt: aPaymentAttempt() })
    await loseResponse({ ...order, attempt: null })
    givenOrder(order)
    givenPendingOrder(order)
    await vi.advanceTimersByTimeAsync(11_000)
    await expect.element(sheet('Check the phone')).toBeVisible()
    expect(orderKeys()).toHaveLength(1)
    vi.useRealTimers()
  })

  test('shows that a prompt has expired, even if the response to the payment request arrives later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval'], shouldAdvanceTime: true })
    const order = anOrder({ attempt: aPaymentAttempt() })
    const response = Promise.withResolvers<{ status: number; body: object }>()
    net.on('POST /api/orders', { status: 201, body: { ...order, attempt: null } })
    net.on('POST /api/orders/*/attempts', () => response.promise)
    net.on('GET /api/orders/*', { status: 200, body: order })
    net.on('GET /api/orders/waiting', () => Promise.reject(new TypeError('Failed to fetch')))
    renderApp(<PremiumPage />)
    await userEvent.click(mpesa())
    await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '0712 345 678')
    await userEvent.click(button('Send the prompt'))
    givenPendingOrder(order)
    await vi.advanceTimersByTimeAsync(11_000)
    await expect.element(sheet('Check the phone')).toBeVisible()
    givenOrder({ ...order, attempt: aPaymentAttempt({ ...order.attempt, state: 'expired', reason: 'no-answer' }) })
    await vi.advanceTimersByTimeAsync(11_000)
    await expect.element(sheet('No money moved')).toBeVisible()
    const countOrderRequests = () => net.sent.filter((sent) => sent === `GET /api/orders/${order.id}`).length
    const before = countOrderRequests()
    net.on('GET /api/orders/*', () => new Promise(() => {}))
    givenPendingOrder(null)
    response.resolve({ status: 201, body: order })
    // The late response is older than the order on the screen. The page ignores it and refetches the order.
    await expect.poll(countOrderRequests).toBeGreaterThan(before)
    await expect.element(sheet('No money moved')).toBeVisible()
    vi.useRealTimers()
  })

  test('leaves the sheet closed when the response arrives after the user has closed it', async () => {
    const order = anOrder({ attempt: aPaymentAttempt() })
    const response = Promise.withResolvers<{ status: number; body: object }>()
    net.on('POST /api/orders', { status: 201, body: { ...order, attempt: null } })
    net.on('POST /api/orders/*/attempts', () => response.promise)
    givenOrder(order)
    const queries = renderApp(<PremiumPage />)
    await userEvent.click(mpesa())
    await userEvent.fill(page.getByLabelText('M-Pesa phone number'), '0712 345 678')
    await userEvent.click(button('Send the prompt'))
    await expect.poll(() => queries.isMutating()).toBe(1)
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet('Pay with M-Pesa')).not.toBeInTheDocument()
    response.resolve({ status: 201, body: order })
    await expect.poll(() => queries.isMutating()).toBe(0)
    await expect.element(sheet('Check the phone')).not.toBeInTheDocument()
  })

  test('creates an order with a new idempotency key when the previous order was cancelled', async () => {
    await loseResponse(anOrder())
    const states = ['canceled', 'open'] as const
    const order = anOrder({ attempt: aPaymentAttempt() })
    net.on('POST /api/orders', () => ({
      status: 201,
      body: { ...order, attempt: null, state: states[orderKeys().length - 2] },
    }))
    net.on('POST /api/orders/*/attempts', { status: 201, body: order })
    givenOrder(order)
    await userEvent.click(button('Send the prompt'))
    await expect.element(sheet('Check the phone')).toBeVisible()
    expect(new Set(orderKeys()).size).toBe(2)
    expect(orderKeys()).toHaveLength(3)
  })
})
