import type { Receipt } from '@pawtrait/contract/payments/payments.ts'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aViewer } from '../../testing/fixtures.ts'
import { aPaymentOffer, aPlan } from '../../testing/payment-fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { PrintableReceipt } from './PrintableReceipt.tsx'
import { ReceiptPage } from './ReceiptPage.tsx'

let net: FakeNetwork
const text = (words: string) => page.getByText(words, { exact: false })
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => {
  net = fakeNetwork()
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
  credits: [],
  livemode: false,
  ...more,
})

describe('PrintableReceipt', () => {
  test('shows buyer, seller, item and payment method, and says in test mode that it is no tax document', async () => {
    renderApp(<PrintableReceipt receipt={aReceipt()} />)
    for (const words of [
      'TEST-000031',
      '2 October 2026',
      'Amina Otieno',
      'UJ22T8IYOU',
      'M-Pesa, +254 ••• ••• 678',
      'P051234567X',
    ])
      await expect.element(text(words).first()).toBeVisible()
    await expect.element(text('Seller not VAT registered')).toBeVisible()
    await expect.element(text('2 October – 2 November 2026. Does not renew.')).toBeVisible()
    await expect.element(text('No money moved, and this is not a tax document.')).toBeVisible()
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows net amount and tax for a seller with VAT, and a line for each refund', async () => {
    const money = (amountMinor: number) => ({ amountMinor, currency: 'KES' })
    const vat = { rateBps: 1600, net: money(129_310), tax: money(20_690) }
    const credits = [
      { at: '2026-10-05T10:00:00.000Z', amount: money(40_000) },
      { at: '2026-10-07T10:00:00.000Z', amount: money(110_000) },
    ]
    renderApp(
      <PrintableReceipt receipt={aReceipt({ vat, credits, livemode: true, number: 'PT-000007', buyer: null })} />,
    )
    await expect.element(text('VAT 16 %')).toBeVisible()
    await expect.element(text('KSh 1,293.10')).toBeVisible()
    await expect.element(text('KSh 206.90')).toBeVisible()
    await expect.element(text('Refunded on 5 October 2026')).toBeVisible()
    await expect.element(text('−KSh 400')).toBeVisible()
    await expect.element(text('Refunded on 7 October 2026')).toBeVisible()
    await expect.element(text('−KSh 1,100')).toBeVisible()
    await expect.element(text('Account deleted')).toBeVisible()
    expect(text('test mode').elements()).toHaveLength(0)
  })
})

describe('ReceiptPage', () => {
  function showPage({ mail }: { mail: boolean }) {
    net.on('GET /api/config', { status: 200, body: { payments: aPaymentOffer(), mail } })
    net.on('GET /api/receipts/TEST-000031', { status: 200, body: aReceipt() })
    const pages = (
      <Routes>
        <Route path="/receipts/:number" element={<ReceiptPage />} />
      </Routes>
    )
    return renderApp(pages, { at: '/receipts/TEST-000031', viewer: { ...aViewer(), email: 'amina@posta.example' } })
  }

  test.each([390, 1440])(
    'mails the receipt on request in a window %i px wide, and shows an error when the server refuses',
    async (width) => {
      await page.viewport(width, 900)
      showPage({ mail: true })
      await expect.element(page.getByRole('article', { name: 'Receipt TEST-000031' })).toBeVisible()
      expect(await listAxeViolations()).toEqual([])
      net.on('POST /api/receipts/*/mail', errorReply('too-many-requests', 429))
      await userEvent.click(button('Email it'))
      await expect.element(page.getByRole('alert')).toMatchTextContent('We could not send the receipt')
      net.on('POST /api/receipts/*/mail', { status: 204 })
      await userEvent.click(button('Email it'))
      await expect.element(text('The receipt is on its way to amina@posta.example')).toBeVisible()
      await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
      expect(net.sent).toContain('POST /api/receipts/TEST-000031/mail')
    },
  )

  test('hides the mail button when the site sends no mail', async () => {
    showPage({ mail: false })
    await expect.element(button('Print')).toBeVisible()
    await expect.element(page.getByRole('article')).toBeVisible()
    expect(button('Email it').elements()).toHaveLength(0)
  })
})
