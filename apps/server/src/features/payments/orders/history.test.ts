import type { PaymentHistoryRow } from '@pawtrait/contract/payments/payments.ts'
import { expect, it } from 'vitest'
import { minute, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'

const shop = paymentServerForFile()

type History = { payments: PaymentHistoryRow[]; cursor: string | null }
const readHistory = async (user: TestUser, query = '') =>
  (await shop.server.call<History>(user, 'GET', `/api/payments${query}`)).body

let phones = 2_000
const aPhone = () => `2547${++phones}5555`

/** Creates a buyer with one cancelled, one paid and one open prompt. */
async function aBuyer(): Promise<TestUser> {
  const [user, phone, other] = [await aUser(shop.server), aPhone(), aPhone()]
  const order = await shop.order(user)
  await shop.push(user, order, phone)
  await shop.test(`phone/${phone}/cancel`)
  await shop.after(2 * second)
  await shop.after(2 * minute)
  await shop.push(user, order, phone)
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  await shop.push(user, await shop.order(user), other)
  return user
}

it('GET /api/payments lists paid and unpaid attempts, and a receipt only for paid attempts', async () => {
  const user = await aBuyer()
  const { payments } = await readHistory(user)
  expect(payments).toMatchObject([
    { state: 'waiting', price: { amountMinor: 0 }, receipt: null, period: null },
    { state: 'paid', price: { amountMinor: 150_000 }, method: 'mpesa', receipt: expect.stringMatching(/^TEST-/) },
    { state: 'not-completed', price: { amountMinor: 0 }, methodDetail: null, receipt: null, period: null },
  ])
  const { period } = payments[1] ?? {}
  expect(Date.parse(period?.until ?? '') - Date.parse(period?.from ?? '')).toBeGreaterThan(27 * 24 * 60 * minute)
})

it('GET /api/payments returns each payment once across pages, and no payments of other users', async () => {
  const user = await aBuyer()
  const first = await readHistory(user, '?limit=2')
  const rest = await readHistory(user, `?limit=2&cursor=${first.cursor}`)
  expect(first.payments).toHaveLength(2)
  expect(rest.cursor).toBeNull()
  expect([...first.payments, ...rest.payments]).toEqual((await readHistory(user)).payments)
  expect((await readHistory(await aUser(shop.server))).payments).toEqual([])
})

it('GET /api/payments.csv returns the payment history as an attachment, and 401 to visitors', async () => {
  const user = await aBuyer()
  const [, paid] = (await readHistory(user)).payments
  const response = await shop.server.call(user, 'GET', '/api/payments.csv')
  expect(response.status).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="pawtrait-payments.csv"',
  })
  const lines = response.text.trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^"Date","What","From"/)
  expect(lines[2]).toContain(`"${paid?.receipt}","1500.00","KES","paid","test"`)
  expect((await shop.server.call(null, 'GET', '/api/payments.csv')).status).toBe(401)
})
