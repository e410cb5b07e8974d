import type { PaymentHistoryRow } from '@pawtrait/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ MAIL: 'dev' })

async function aReceipt(): Promise<{ user: TestUser; number: string }> {
  const user = await aUser(server)
  await givenPremium(server, user)
  const { body } = await server.call<{ payments: PaymentHistoryRow[] }>(user, 'GET', '/api/payments')
  return { user, number: body.payments[0]?.receipt ?? '' }
}
const requestMail = async (user: TestUser | null, number: string) => {
  const response = await server.call<{ code?: string } | null>(user, 'POST', `/api/receipts/${number}/mail`)
  await server.runJobs()
  return response
}
const findLetters = (number: string) => server.mailbox.messages.filter(({ subject }) => subject === `Receipt ${number}`)

it('POST /api/receipts/:number/mail sends the receipt to the buyer’s e-mail address', async () => {
  const { user, number } = await aReceipt()
  expect((await requestMail(user, number)).status).toBe(204)
  const buyer = await server.deps.database.row<{ email: string }>(sql`select email from users where id = ${user.id}`)
  expect(findLetters(number)).toMatchObject([{ to: buyer?.email }])
  expect(findLetters(number)[0]?.text).toContain('Paid: KSh 1,500\n')
  // This payment has neither a phone number nor an M-Pesa code, so the mail names only the payment method.
  expect(findLetters(number)[0]?.text).toContain('Paid with: M-Pesa\n')
  expect(findLetters(number)[0]?.text).toContain('Made in test mode. No money moved')
  expect(findLetters(number)[0]?.text).toContain(`/receipts/${number}\n`)
})

it('POST /api/receipts/:number/mail returns 404 to other users, and 429 for the sixth mail in an hour', async () => {
  const { user, number } = await aReceipt()
  expect((await requestMail(await aUser(server), number)).status).toBe(404)
  expect((await requestMail(null, number)).status).toBe(401)
  expect(findLetters(number)).toEqual([])
  for (let times = 1; times <= 5; times++) expect((await requestMail(user, number)).status).toBe(204)
  expect(await requestMail(user, number)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(findLetters(number)).toHaveLength(5)
})

it('POST /api/receipts/:number/mail returns 503 when mail is off', async () => {
  const { user, number } = await aReceipt()
  server.mailbox.on = false
  expect(await requestMail(user, number)).toMatchObject({ status: 503, body: { code: 'mail-unavailable' } })
  server.mailbox.on = true
})
