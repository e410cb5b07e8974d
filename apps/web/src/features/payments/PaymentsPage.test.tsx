import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PlanNotice } from '#features/premium/PlanNotice.tsx'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aViewer } from '../../testing/fixtures.ts'
import { aPayment, aPaymentOffer, aPlan, aPremiumStatus } from '../../testing/payment-fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { PaymentsPage } from './PaymentsPage.tsx'

let net: FakeNetwork
const text = (words: string) => page.getByText(words, { exact: false })

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/config', { status: 200, body: { payments: aPaymentOffer() } })
  net.on('GET /api/premium', { status: 200, body: aPremiumStatus() })
})

describe('PaymentsPage', () => {
  test.each([390, 1440])(
    'shows a table of payments and failed attempts, with links to receipts, in a window %i px wide',
    async (width) => {
      await page.viewport(width, 900)
      const payment = aPayment({ method: 'card', methodDetail: 'Visa •••• 4081', state: 'returned', receipt: null })
      const emptyPayment = {
        price: { ...aPlan.price, amountMinor: 0 },
        methodDetail: null,
        receipt: null,
        period: null,
      }
      const failedPayments = [
        aPayment({ ...emptyPayment, state: 'not-completed' }),
        aPayment({ ...emptyPayment, state: 'waiting' }),
      ]
      net.on('GET /api/payments', {
        status: 200,
        body: { payments: [aPayment(), payment, ...failedPayments], cursor: null },
      })
      const viewer = aViewer()
      renderApp(<PaymentsPage />, { viewer })
      await expect
        .element(page.getByRole('link', { name: 'Receipt TEST-000218' }))
        .toHaveAttribute('href', '/receipts/TEST-000218')
      await expect.element(text('KSh 1,500').first()).toBeVisible()
      await expect.element(text('20 November 2026').first()).toBeVisible()
      await expect.element(text('Refunded')).toBeVisible()
      await expect.element(text('20 November – 20 December 2026').first()).toBeVisible()
      await expect.element(page.getByRole('row').filter({ hasText: 'Not completed' })).toMatchTextContent(/None.*KSh.0/)
      await expect.element(text('Waiting')).toBeVisible()
      const download = page.getByRole('link', { name: 'Download as CSV' })
      await expect.element(download).toHaveAttribute('href', `/api/payments.csv?viewer=${viewer.id}`)
      await expect.element(text('Visa •••• 4081')).toBeVisible()
      expect(await listAxeViolations()).toEqual([])
    },
  )

  test('loads older payments on request', async () => {
    let calls = 0
    net.on('GET /api/payments', () => {
      calls += 1
      const body =
        calls === 1
          ? { payments: [aPayment()], cursor: 'c1' }
          : { payments: [aPayment({ receipt: 'TEST-000001' })], cursor: null }
      return { status: 200, body }
    })
    renderApp(<PaymentsPage />)
    await userEvent.click(page.getByRole('button', { name: 'Show earlier ones' }))
    await expect.element(page.getByRole('link', { name: 'Receipt TEST-000001' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Show earlier ones' })).not.toBeInTheDocument()
  })

  test('shows an error when loading fails, and an empty state when a retry returns no payments', async () => {
    renderApp(<PaymentsPage />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load your payments')
    net.on('GET /api/payments', { status: 200, body: { payments: [], cursor: null } })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(text('Nothing paid yet')).toBeVisible()
  })

  test.each([
    ['active', 'Premium is on', 'Until 20 December 2026 at'],
    ['grace', 'Your month has ended', 'Premium stays on until 23 December 2026 at'],
    ['lapsed', 'No plan', 'What you hid stays hidden'],
  ] as const)('shows a title and an explanation for the plan state "%s"', async (state, title, lead) => {
    const ends = { until: '2026-12-20T12:00:00.000Z', rightsUntil: '2026-12-23T12:00:00.000Z' }
    net.on('GET /api/premium', { status: 200, body: aPremiumStatus({ state, ...ends }) })
    net.on('GET /api/payments', { status: 200, body: { payments: [], cursor: null } })
    renderApp(<PaymentsPage />)
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(text(lead)).toBeVisible()
  })
})

describe('RefundDialog', () => {
  const lines = [
    aPayment({ receipt: 'TEST-000220', mayAskBack: true }),
    aPayment({ receipt: 'TEST-000219', mayAskBack: true }),
    aPayment({ refusal: 'used for a week' }),
  ]
  const openRefundDialog = () => userEvent.click(page.getByRole('button', { name: 'Ask for a refund' }))
  const send = () => userEvent.click(page.getByRole('button', { name: 'Send', exact: true }))

  test('sends the chosen receipt and the reason, and stays open with an error when the server refuses', async () => {
    net.on('GET /api/payments', { status: 200, body: { payments: lines, cursor: null } })
    renderApp(<PaymentsPage />)
    await expect.element(text('Refund refused: used for a week')).toBeVisible()
    await openRefundDialog()
    await expect.element(page.getByRole('radio', { name: /TEST-000220$/ })).toBeChecked()
    expect(await listAxeViolations()).toEqual([])
    await send()
    await expect.element(text('Say in a few words what happened.')).toBeVisible()
    await userEvent.click(page.getByRole('radio', { name: /TEST-000219$/ }))
    await userEvent.fill(page.getByLabelText('What happened?'), 'Paid twice')
    net.on('POST /api/receipts/*/refund-request', errorReply('conflict', 409))
    await send()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Your request was not sent')
    net.on('POST /api/receipts/*/refund-request', { status: 204 })
    await send()
    await expect.element(text('Refund requested. The team reads your request and answers here.')).toBeVisible()
    const request = net.requests.filter(({ method }) => method === 'POST').at(-1)
    expect(request).toMatchObject({ path: '/api/receipts/TEST-000219/refund-request', body: { words: 'Paid twice' } })
  })

  test('cannot be opened without a refundable payment', async () => {
    net.on('GET /api/payments', { status: 200, body: { payments: [aPayment()], cursor: null } })
    renderApp(<PaymentsPage />)
    await expect.element(page.getByRole('link', { name: 'Receipt TEST-000218' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Ask for a refund' }).elements()).toHaveLength(0)
  })
})

describe('PlanNotice of a started plan', () => {
  const status = aPremiumStatus({
    state: 'active',
    until: '2026-12-20T12:00:00.000Z',
    rightsUntil: null,
    reminder: 'started',
  })

  test('appears once if the payment arrived while the user was away, and can be closed', async () => {
    net.on('GET /api/premium', { status: 200, body: status })
    net.on('DELETE /api/premium/reminder', { status: 204 })
    renderApp(<PlanNotice />)
    await expect.element(text('Payment received. Premium is on until 20 December 2026')).toBeVisible()
    await expect.poll(() => net.sent).toContain('DELETE /api/premium/reminder')
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    await expect.element(text('Payment received.')).not.toBeInTheDocument()
  })

  test('does not appear while the pay sheet is open, or when the plan starts while the page is open', async () => {
    net.on('GET /api/premium', { status: 200, body: status })
    renderApp(<PlanNotice />, { at: '/dashboard/premium?order=1' })
    await expect.poll(() => net.sent).toContain('GET /api/premium')
    const queries = renderApp(<PlanNotice />, { queries: cacheWith(aPremiumStatus()) })
    queries.setQueryData(premiumQuery().queryKey, status)
    await expect.element(page.getByText('Payment received.', { exact: false })).not.toBeInTheDocument()
    expect(net.sent).not.toContain('DELETE /api/premium/reminder')
  })

  const cacheWith = (now: typeof status) => {
    const queries = createQueryClient({ retries: 0 })
    queries.setQueryData(premiumQuery().queryKey, now)
    return queries
  }
})

describe('PlanNotice of an ending plan', () => {
  test('disappears when the user closes it, but remains when the server refuses the request', async () => {
    net.on('GET /api/premium', {
      status: 200,
      body: aPremiumStatus({
        state: 'active',
        until: '2026-12-20T12:00:00.000Z',
        rightsUntil: null,
        reminder: 'seven-days',
      }),
    })
    net.on('DELETE /api/premium/reminder', errorReply('unavailable', 503))
    renderApp(<PlanNotice />)
    await expect.element(text('Premium ends on 20 December 2026')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    await expect.poll(() => net.sent).toContain('DELETE /api/premium/reminder')
    await expect.element(text('Premium ends on 20 December 2026')).toBeVisible()
    net.on('DELETE /api/premium/reminder', { status: 204 })
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    await expect.element(text('Premium ends on 20 December 2026')).not.toBeInTheDocument()
  })

  test('shows both the end of the plan and the end of Premium during the grace period', async () => {
    const ends = { until: '2026-12-20T12:00:00.000Z', rightsUntil: '2026-12-23T12:00:00.000Z' }
    net.on('GET /api/premium', { status: 200, body: aPremiumStatus({ state: 'grace', ...ends, reminder: 'ended' }) })
    renderApp(<PlanNotice />)
    await expect.element(text('ended on 20 December 2026')).toBeVisible()
    await expect.element(text('It stays on until 23 December 2026')).toBeVisible()
  })
})

test("PaymentsPage has a switch for mails about the plan's end, and reverts it when the server refuses", async () => {
  net.on('GET /api/payments', { status: 200, body: { payments: [], cursor: null } })
  net.on('GET /api/premium', { status: 200, body: aPremiumStatus({ mailsOn: true }) })
  net.on('PUT /api/premium/mails', { status: 200, body: aPremiumStatus({ mailsOn: false }) })
  renderApp(<PaymentsPage />)
  const mailSwitch = page.getByRole('switch', { name: /^Email me before Premium ends/ })
  await expect.element(mailSwitch).toBeChecked()
  await userEvent.click(mailSwitch)
  await expect.element(mailSwitch).not.toBeChecked()
  await expect.poll(() => net.requests.at(-1)?.body).toEqual({ on: false })
  net.on('PUT /api/premium/mails', errorReply('internal', 500))
  net.on('GET /api/premium', { status: 200, body: aPremiumStatus({ mailsOn: false }) })
  await userEvent.click(mailSwitch)
  await expect.element(text('Nothing has changed')).toBeVisible()
  await expect.element(mailSwitch).not.toBeChecked()
  expect(await listAxeViolations()).toEqual([])
})

test('PaymentsPage hides the switch for mails about the plan when the site sends no mail', async () => {
  net.on('GET /api/payments', { status: 200, body: { payments: [], cursor: null } })
  renderApp(<PaymentsPage />)
  await expect.element(text('Your payments and receipts appear here.')).toBeVisible()
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument()
})
