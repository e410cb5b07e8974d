import type { PaymentLine } from '@pawtrait/contract/payments/payments.ts'
import { expect, it } from 'vitest'
import { readPaymentCommand } from '#app/cli/payments.ts'
import { contextOf, system } from '#platform/context.ts'
import { day, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

/** The operator's command, in the process. */
async function pawtrait(...words: string[]): Promise<string> {
  const command = readPaymentCommand(words)
  return command ? command(contextOf(server.deps, system)).catch((error: Error) => error.message) : 'usage'
}

const line = async (who: TestUser) =>
  (await server.call<{ payments: PaymentLine[] }>(who, 'GET', '/api/payments')).body.payments[0]

async function aBuyer(): Promise<{ who: TestUser; receipt: string }> {
  const who = await aUser(server)
  await givenPremium(server, who)
  return { who, receipt: (await line(who))?.receipt ?? '' }
}

const ask = (who: TestUser | null, receipt: string, words: unknown = 'Never used it') =>
  server.call(who, 'POST', `/api/receipts/${receipt}/refund-request`, { words })

it('stands in the operator’s queue in the buyer’s words, and in the history', async () => {
  const { who, receipt } = await aBuyer()
  expect(await line(who)).toMatchObject({ state: 'paid', mayAskBack: true, refusal: null })
  expect((await ask(who, receipt, ' Bought\ttwice\nby \u202Emistake ')).status).toBe(204)
  expect(await line(who)).toMatchObject({ state: 'asked-back', mayAskBack: false })
  const queued = (await pawtrait('payments')).split('\n').find((text) => text.includes(who.username))
  expect(queued).toContain('\tasked for: Bought twice by mistake\twaiting\tKSh 1,500\t')
  expect((await ask(who, receipt)).status).toBe(409)
})

it('refused says why, once, and keeps what was bought', async () => {
  const { who, receipt } = await aBuyer()
  await ask(who, receipt)
  expect(await pawtrait('refuse', receipt, 'used', 'for', 'a', 'week')).toBe('Refused.\n')
  expect(await line(who)).toMatchObject({ state: 'paid', mayAskBack: false, refusal: 'used for a week' })
  expect(await pawtrait('payments')).not.toContain(who.username)
  expect(await pawtrait('refuse', receipt, 'again')).toContain('Nobody waits')
  expect((await ask(who, receipt)).status).toBe(409)
})

it('granted leaves the queue to the refund', async () => {
  const { who, receipt } = await aBuyer()
  await ask(who, receipt)
  expect(await pawtrait('refunded', receipt, 'by hand, UJ22T8IYOU')).toBe('Noted.\n')
  expect(await line(who)).toMatchObject({ state: 'returned', mayAskBack: false })
  expect(await pawtrait('payments')).not.toContain(who.username)
  expect((await ask(who, receipt)).status).toBe(409)
})

it('is for the buyer alone, for fourteen days, with words', async () => {
  const { who, receipt } = await aBuyer()
  expect((await ask(null, receipt)).status).toBe(401)
  expect((await ask(await aUser(server), receipt)).status).toBe(404)
  expect((await ask(who, 'TEST-999999')).status).toBe(404)
  for (const words of ['', '  ', 'x'.repeat(501), null]) expect((await ask(who, receipt, words)).status).toBe(400)
  server.clock.advance(14 * day + second)
  expect((await ask(who, receipt)).status).toBe(409)
  expect(await line(who)).toMatchObject({ state: 'paid', mayAskBack: false })
})
