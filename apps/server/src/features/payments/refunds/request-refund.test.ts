import type { PaymentHistoryRow } from '@pawtrait/contract/payments/payments.ts'
import { expect, it } from 'vitest'
import { parsePaymentCommand } from '#app/cli/payments.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

/** Runs a `pawtrait` command about payments in the test process. */
async function pawtrait(...words: string[]): Promise<string> {
  const command = parsePaymentCommand(words)
  return command ? command(createContext(server.deps, systemCaller)).catch((error: Error) => error.message) : 'usage'
}

const readPayment = async (user: TestUser) =>
  (await server.call<{ payments: PaymentHistoryRow[] }>(user, 'GET', '/api/payments')).body.payments[0]

async function aBuyer(): Promise<{ user: TestUser; receipt: string }> {
  const user = await aUser(server)
  await givenPremium(server, user)
  return { user, receipt: (await readPayment(user))?.receipt ?? '' }
}

const requestRefund = (user: TestUser | null, receipt: string, words: unknown = 'Never used it') =>
  server.call(user, 'POST', `/api/receipts/${receipt}/refund-request`, { words })

it('POST /api/receipts/:number/refund-request adds the buyer’s text to the operator’s queue', async () => {
  const { user, receipt } = await aBuyer()
  expect(await readPayment(user)).toMatchObject({ state: 'paid', mayAskBack: true, refusal: null })
  expect((await requestRefund(user, receipt, ' Bought\ttwice\nby \u202Emistake ')).status).toBe(204)
  expect(await readPayment(user)).toMatchObject({ state: 'asked-back', mayAskBack: false })
  const queued = (await pawtrait('payments')).split('\n').find((text) => text.includes(user.username))
  expect(queued).toContain('\tasked for: Bought twice by mistake\twaiting\tKSh 1,500\t')
  expect((await requestRefund(user, receipt)).status).toBe(409)
})

it('`pawtrait refuse` shows the reason to the buyer and makes further refund requests return 409', async () => {
  const { user, receipt } = await aBuyer()
  await requestRefund(user, receipt)
  expect(await pawtrait('refuse', receipt, 'used', 'for', 'a', 'week')).toBe('Refused.\n')
  expect(await readPayment(user)).toMatchObject({ state: 'paid', mayAskBack: false, refusal: 'used for a week' })
  expect(await pawtrait('payments')).not.toContain(user.username)
  expect(await pawtrait('refuse', receipt, 'again')).toContain('no open refund request')
  expect((await requestRefund(user, receipt)).status).toBe(409)
})

it('`pawtrait refunded` removes the refund request from the queue and marks the payment "returned"', async () => {
  const { user, receipt } = await aBuyer()
  await requestRefund(user, receipt)
  expect(await pawtrait('refunded', receipt, 'by hand, UJ22T8IYOU')).toBe('Recorded.\n')
  expect(await readPayment(user)).toMatchObject({ state: 'returned', mayAskBack: false })
  expect(await pawtrait('payments')).not.toContain(user.username)
  expect((await requestRefund(user, receipt)).status).toBe(409)
})

it('POST /api/receipts/:number/refund-request returns 404 to other users and 409 after 14 days', async () => {
  const { user, receipt } = await aBuyer()
  expect((await requestRefund(null, receipt)).status).toBe(401)
  expect((await requestRefund(await aUser(server), receipt)).status).toBe(404)
  expect((await requestRefund(user, 'TEST-999999')).status).toBe(404)
  for (const words of ['', '  ', 'x'.repeat(501), null])
    expect((await requestRefund(user, receipt, words)).status).toBe(400)
  server.clock.advance(14 * day + second)
  expect((await requestRefund(user, receipt)).status).toBe(409)
  expect(await readPayment(user)).toMatchObject({ state: 'paid', mayAskBack: false })
})
