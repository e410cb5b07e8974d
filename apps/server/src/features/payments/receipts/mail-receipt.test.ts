import type { PaymentLine } from '@pawtrait/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aUser, type TestUser } from '#testing/given.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ MAIL: 'dev' })

async function aReceipt(): Promise<{ who: TestUser; number: string }> {
  const who = await aUser(server)
  await givenPremium(server, who)
  const { body } = await server.call<{ payments: PaymentLine[] }>(who, 'GET', '/api/payments')
  return { who, number: body.payments[0]?.receipt ?? '' }
}
const ask = async (who: TestUser | null, number: string) => {
  const answer = await server.call<{ code?: string } | null>(who, 'POST', `/api/receipts/${number}/mail`)
  await server.runJobs()
  return answer
}
const letters = (number: string) => server.mailbox.messages.filter(({ subject }) => subject === `Receipt ${number}`)

it('sends a receipt to its buyer’s own address', async () => {
  const { who, number } = await aReceipt()
  expect((await ask(who, number)).status).toBe(204)
  const own = await server.deps.database.row<{ email: string }>(sql`select email from users where id = ${who.id}`)
  expect(letters(number)).toMatchObject([{ to: own?.email }])
  expect(letters(number)[0]?.text).toContain('Paid: KSh 1,500\n')
  // No phone and no code of M-Pesa is known of it.
  expect(letters(number)[0]?.text).toContain('Paid with: M-Pesa\n')
  expect(letters(number)[0]?.text).toContain('Made in test mode. No money moved')
  expect(letters(number)[0]?.text).toContain(`/receipts/${number}\n`)
})

it('sends nobody another’s, and one’s own five times an hour', async () => {
  const { who, number } = await aReceipt()
  expect((await ask(await aUser(server), number)).status).toBe(404)
  expect((await ask(null, number)).status).toBe(401)
  expect(letters(number)).toEqual([])
  for (let times = 1; times <= 5; times++) expect((await ask(who, number)).status).toBe(204)
  expect(await ask(who, number)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(letters(number)).toHaveLength(5)
})

it('says so where no mail can be sent', async () => {
  const { who, number } = await aReceipt()
  server.mailbox.on = false
  expect(await ask(who, number)).toMatchObject({ status: 503, body: { code: 'mail-unavailable' } })
  server.mailbox.on = true
})
