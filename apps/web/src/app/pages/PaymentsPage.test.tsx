import type { OrderId } from '@pawtrait/contract/ids.ts'
import type { PaymentLine, Receipt } from '@pawtrait/contract/payments.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import { anId } from '../../testing/given.ts'
import { aPlan, anOffer, aStatus } from '../../testing/given-payments.ts'
import { type Network, network, refusal } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ReceiptPaper } from '#features/payments/ReceiptPaper.tsx'
import { PlanNotice } from '../PlanNotice.tsx'
import { PaymentsPage } from './PaymentsPage.tsx'

let net: Network
const text = (words: string) => page.getByText(words, { exact: false })

beforeEach(() => {
  net = network()
  net.on('GET /api/config', { status: 200, body: { payments: anOffer() } })
  net.on('GET /api/premium', { status: 200, body: aStatus() })
})

const aPayment = (more: Partial<PaymentLine> = {}): PaymentLine => ({
  orderId: anId<OrderId>(),
  at: '2026-11-20T10:00:00.000Z',
  price: aPlan.price,
  method: 'mpesa',
  methodDetail: 'UKK8QX0O1I',
  state: 'paid',
  receipt: 'TEST-000218',
  livemode: false,
  ...more,
})

const aReceipt = (more: Partial<Receipt> = {}): Receipt => ({
  number: 'TEST-000031',
  date: '2026-10-02',
  at: '2026-10-02T15:11:00.000Z',
  seller: { name: 'Pawtrait Nairobi', address: 'P.O. Box 40911, 00100 Nairobi', kraPin: 'P051234567X' },
  buyer: { fullname: 'Amina Otieno', username: 'amina.o' },
  plan: aPlan,
  from: '2026-10-02T15:11:00.000Z',
  until: '2026-11-02T15:11:00.000Z',
  price: aPlan.price,
  vat: null,
  method: 'mpesa',
  methodDetail: 'UJ22T8IYOU',
  phoneEnd: '678',
  credited: null,
  livemode: false,
  ...more,
})

describe('what was paid', () => {
  test.each([390, 1440])('stands in a table with its receipts, %i px wide', async (width) => {
    await page.viewport(width, 900)
    const given = aPayment({ method: 'card', methodDetail: 'Visa •••• 4081', state: 'returned', receipt: null })
    net.on('GET /api/payments', { status: 200, body: { payments: [aPayment(), given], cursor: null } })
    renderApp(<PaymentsPage />)
    await expect
      .element(page.getByRole('link', { name: 'TEST-000218' }))
      .toHaveAttribute('href', '/receipts/TEST-000218')
    await expect.element(text('KSh 1,500').first()).toBeVisible()
    await expect.element(text('20 November 2026').first()).toBeVisible()
    await expect.element(text('Given back')).toBeVisible()
    await expect.element(text('Visa •••• 4081')).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })

  test('is fetched further back when asked', async () => {
    let asked = 0
    net.on('GET /api/payments', () => {
      asked += 1
      const body =
        asked === 1
          ? { payments: [aPayment()], cursor: 'c1' }
          : { payments: [aPayment({ receipt: 'TEST-000001' })], cursor: null }
      return { status: 200, body }
    })
    renderApp(<PaymentsPage />)
    await userEvent.click(page.getByRole('button', { name: 'Show earlier ones' }))
    await expect.element(page.getByRole('link', { name: 'TEST-000001' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Show earlier ones' })).not.toBeInTheDocument()
  })

  test('by nobody yet is said; a failure is, and can be tried again', async () => {
    renderApp(<PaymentsPage />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load what you paid')
    net.on('GET /api/payments', { status: 200, body: { payments: [], cursor: null } })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(text('Nothing paid yet')).toBeVisible()
  })

  test.each([
    ['active', 'Premium is on', 'Until 20 December 2026 at'],
    ['grace', 'Your month has ended', 'Premium stays on until 23 December 2026 at'],
    ['lapsed', 'No plan is on', 'What you hid stays hidden'],
  ] as const)('says where one stands: %s', async (state, title, lead) => {
    const ends = { until: '2026-12-20T12:00:00.000Z', rightsUntil: '2026-12-23T12:00:00.000Z' }
    net.on('GET /api/premium', { status: 200, body: aStatus({ state, ...ends }) })
    net.on('GET /api/payments', { status: 200, body: { payments: [], cursor: null } })
    renderApp(<PaymentsPage />)
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(text(lead)).toBeVisible()
  })
})

describe('a receipt', () => {
  test('says who paid whom for what, and that it is none where no money moved', async () => {
    renderApp(<ReceiptPaper receipt={aReceipt()} />)
    for (const words of [
      'TEST-000031',
      '2 October 2026',
      'Amina Otieno',
      'UJ22T8IYOU',
      'phone ending in 678',
      'P051234567X',
    ])
      await expect.element(text(words).first()).toBeVisible()
    await expect.element(text('Seller not VAT registered')).toBeVisible()
    await expect.element(text('2 October 2026 to 2 November 2026')).toBeVisible()
    await expect.element(text('No money moved, and this is not a tax document.')).toBeVisible()
    document.documentElement.dataset.theme = 'dark'
    expect(await axeViolations()).toEqual([])
  })

  test('of a seller with VAT shows net and tax; what was given back has its line', async () => {
    const money = (amountMinor: number) => ({ amountMinor, currency: 'KES' })
    const vat = { rateBps: 1600, net: money(129_310), tax: money(20_690) }
    const credited = { at: '2026-10-05T10:00:00.000Z', amount: money(150_000) }
    renderApp(<ReceiptPaper receipt={aReceipt({ vat, credited, livemode: true, number: 'PT-000007', buyer: null })} />)
    await expect.element(text('VAT 16 %')).toBeVisible()
    await expect.element(text('KSh 1,293.10')).toBeVisible()
    await expect.element(text('KSh 206.90')).toBeVisible()
    await expect.element(text('Given back on 5 October 2026')).toBeVisible()
    await expect.element(text('−KSh 1,500')).toBeVisible()
    await expect.element(text('Account deleted')).toBeVisible()
    expect(text('test mode').elements()).toHaveLength(0)
  })
})

describe('the reminder that a plan ends', () => {
  test('stands until it is closed, and stays when closing failed', async () => {
    net.on('GET /api/premium', {
      status: 200,
      body: aStatus({ state: 'active', until: '2026-12-20T12:00:00.000Z', rightsUntil: null, reminder: 'seven-days' }),
    })
    net.on('DELETE /api/premium/reminder', refusal('unavailable', 503))
    renderApp(<PlanNotice />)
    await expect.element(text('Premium ends on 20 December 2026')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    await vi.waitFor(() => expect(net.sent).toContain('DELETE /api/premium/reminder'))
    await expect.element(text('Premium ends on 20 December 2026')).toBeVisible()
    net.on('DELETE /api/premium/reminder', { status: 204 })
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    await expect.element(text('Premium ends on 20 December 2026')).not.toBeInTheDocument()
  })
})
