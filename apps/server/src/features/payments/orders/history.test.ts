import type { PaymentLine } from '@pawtrait/contract/payments/payments.ts'
import { expect, it } from 'vitest'
import { minute, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { shopForFile } from '#testing/shop.ts'

const shop = shopForFile()

type History = { payments: PaymentLine[]; cursor: string | null }
const history = async (who: TestUser, query = '') =>
  (await shop.server.call<History>(who, 'GET', `/api/payments${query}`)).body

let phones = 2_000
const aPhone = () => `2547${++phones}5555`

/** Somebody who cancelled a prompt, then paid another, and sends a third. */
async function aBuyer(): Promise<TestUser> {
  const [who, phone, other] = [await aUser(shop.server), aPhone(), aPhone()]
  const order = await shop.order(who)
  await shop.push(who, order, phone)
  await shop.test(`phone/${phone}/cancel`)
  await shop.after(2 * second)
  await shop.after(2 * minute)
  await shop.push(who, order, phone)
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  await shop.push(who, await shop.order(who), other)
  return who
}

it('has what was paid, for which time, and the tries that brought nothing', async () => {
  const who = await aBuyer()
  const { payments } = await history(who)
  expect(payments).toMatchObject([
    { state: 'waiting', price: { amountMinor: 0 }, receipt: null, period: null },
    { state: 'paid', price: { amountMinor: 150_000 }, method: 'mpesa', receipt: expect.stringMatching(/^TEST-/) },
    { state: 'not-completed', price: { amountMinor: 0 }, methodDetail: null, receipt: null, period: null },
  ])
  const { period } = payments[1] ?? {}
  expect(Date.parse(period?.until ?? '') - Date.parse(period?.from ?? '')).toBeGreaterThan(27 * 24 * 60 * minute)
})

it('comes page by page, each line once, and is nobody else’s', async () => {
  const who = await aBuyer()
  const first = await history(who, '?limit=2')
  const rest = await history(who, `?limit=2&cursor=${first.cursor}`)
  expect(first.payments).toHaveLength(2)
  expect(rest.cursor).toBeNull()
  expect([...first.payments, ...rest.payments]).toEqual((await history(who)).payments)
  expect((await history(await aUser(shop.server))).payments).toEqual([])
})

it('can be taken along as a table', async () => {
  const who = await aBuyer()
  const [, paid] = (await history(who)).payments
  const answer = await shop.server.call(who, 'GET', '/api/payments.csv')
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="pawtrait-payments.csv"',
  })
  const lines = answer.text.trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^"Date","What","From"/)
  expect(lines[2]).toContain(`"${paid?.receipt}","1500.00","KES","paid","test"`)
  expect((await shop.server.call(null, 'GET', '/api/payments.csv')).status).toBe(401)
})
