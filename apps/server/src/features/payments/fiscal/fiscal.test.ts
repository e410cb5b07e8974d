import { readFileSync } from 'node:fs'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { parsePaymentCommand } from '#app/cli/payments.ts'
import { creditPayment } from '#features/payments/ledger/credit-payment.ts'
import { selectRefundableByReceipt } from '#features/payments/refunds/refund-queries.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { day } from '#testing/clock.ts'
import { openSecondConnection } from '#testing/database/database.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { anAttempt, anOrder, settleAttempt } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ VAT_RATE_BPS: '1600', SELLER_NAME: 'Pawtrait Ltd', SELLER_KRA_PIN: 'P051234567X' })

const ctx = () => createContext(server.deps, systemCaller)
const advanceTo = (iso: string) => server.clock.advance(Date.parse(iso) - server.clock.now().getTime())

/** Runs `pawtrait fiscal` and returns its rows without the header. */
async function fiscal(...args: string[]): Promise<string[][]> {
  const table = await parsePaymentCommand(['fiscal', ...args])?.(ctx())
  const lines = (table ?? '').trimEnd().split('\r\n').slice(1)
  return lines.map((line) => line.slice(1, -1).split('","'))
}

async function payOrder(user: TestUser, receiptCode: string | null = null) {
  const attempt = await anAttempt(server, await anOrder(server, user))
  expect(await settleAttempt(server, attempt, { receiptCode })).toBe('applied')
  const { receipt } = (await server.call<Order>(user, 'GET', `/api/orders/${attempt.order}`)).body
  return { ...attempt, receipt: receipt ?? '' }
}

async function creditAmount(receipt: string, key: string, amountMinor: bigint) {
  const payment = await selectRefundableByReceipt(server.deps.database, false, Number(receipt.split('-')[1]))
  if (!payment) throw new Error(`no payment of ${receipt}`)
  return creditPayment(ctx(), payment, [{ key, amountMinor }])
}

let today = Date.parse('2027-01-31T20:00:00.000Z')
beforeEach(() => {
  today += 10 * day
  advanceTo(new Date(today).toISOString())
})
const dayIn = (ms: number) => new Date(today + ms + 3 * 60 * 60_000).toISOString().slice(0, 10)

it('`pawtrait fiscal` prints a receipt with its date in Nairobi time, VAT, M-Pesa code and buyer', async () => {
  const user = await aUser(server)
  await server.call(user, 'PATCH', '/api/profile', { fullname: 'Amina "Mina" Otieno' })
  const { receipt } = await payOrder(user, 'UJ2FISCAL1')
  expect(await fiscal(dayIn(0), dayIn(0))).toEqual([
    [
      ...[receipt, 'receipt', '', dayIn(0), 'KES', '1293.10', '206.90', '16', '1500.00', 'M-Pesa', 'UJ2FISCAL1'],
      ...['Amina ""Mina"" Otieno', user.username, 'Pawtrait Ltd', 'P051234567X', 'test'],
    ],
  ])
  expect(await fiscal(dayIn(-day))).toEqual([])
})

it('`pawtrait fiscal` starts days at midnight in Nairobi, and includes the first and last day of a range', async () => {
  const user = await aUser(server)
  server.clock.advance(60 * 60_000 - 1) // This is the last millisecond of a day in Nairobi.
  const first = await payOrder(user)
  server.clock.advance(1)
  const second = await payOrder(user)
  const numbers = async (...days: string[]) => (await fiscal(...days)).map(([number]) => number)
  expect(await numbers(dayIn(0))).toEqual([first.receipt])
  expect(await numbers(dayIn(day))).toEqual([second.receipt])
  expect(await numbers(dayIn(0), dayIn(day))).toEqual([first.receipt, second.receipt])
})

it('`pawtrait fiscal` prints credit notes for partial refunds, and their VAT adds up to the receipt’s', async () => {
  const { receipt } = await payOrder(await aUser(server))
  for (const [key, minor] of [
    ['a', 33_333n],
    ['b', 33_333n],
    ['b', 33_333n],
    ['c', 83_334n],
  ] as const) {
    server.clock.advance(1_000)
    await creditAmount(receipt, key, minor)
  }
  const rows = await fiscal(dayIn(0))
  expect(rows.map(([number, kind, corrects]) => [number, kind, corrects])).toEqual([
    [receipt, 'receipt', ''],
    [`${receipt}-C1`, 'credit note', receipt],
    [`${receipt}-C2`, 'credit note', receipt],
    [`${receipt}-C3`, 'credit note', receipt],
  ])
  const sum = (column: number) => rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0)
  expect(rows.map((row) => row[8])).toEqual(['1500.00', '-333.33', '-333.33', '-833.34'])
  expect([sum(5), sum(6), sum(8)]).toEqual([0, 0, 0])
})

it('`pawtrait fiscal` prints no document for a duplicate payment', async () => {
  const user = await aUser(server)
  const order = await anOrder(server, user)
  const first = await anAttempt(server, order)
  expect(await settleAttempt(server, first)).toBe('applied')
  await server.deps.database.rows(sql`update payment_attempts set state = 'failed' where id = ${first.attempt}`)
  expect(await settleAttempt(server, await anAttempt(server, order))).toBe('duplicate')
  expect(await fiscal(dayIn(0))).toHaveLength(1)
})

it('settlePayment rolls back payment, period and receipt number if the fiscal document is not stored', async () => {
  const owner = await openSecondConnection(server.deps.database, 'owner')
  const [user, before] = [await aUser(server), await payOrder(await aUser(server))]
  const attempt = await anAttempt(server, await anOrder(server, user))
  const rows = (table: string) =>
    server.deps.database.rows(sql`select 1 from ${sql.raw(table)} where order_id = ${attempt.order}`)
  await owner.rows(sql`alter table fiscal_documents add constraint full_disk check (false) not valid`)
  await expect(settleAttempt(server, attempt)).rejects.toThrow('full_disk')
  await owner.rows(sql`alter table fiscal_documents drop constraint full_disk`)
  await owner.close()
  expect([await rows('payments'), await rows('plan_periods')]).toEqual([[], []])
  expect(await settleAttempt(server, attempt)).toBe('applied')
  const numbers = (await fiscal(dayIn(0))).map(([number]) => Number(number?.split('-')[1]))
  expect(numbers).toEqual([Number(before.receipt.split('-')[1]), Number(before.receipt.split('-')[1]) + 1])
})

it('`pawtrait fiscal --new` prints only documents that it has not printed before', async () => {
  await fiscal('--new')
  const { receipt } = await payOrder(await aUser(server))
  expect((await fiscal('--new')).map(([number]) => number)).toEqual([receipt])
  expect(await fiscal('--new')).toEqual([])
  expect(await fiscal(dayIn(0))).toHaveLength(1)
})

it.each([['2027-02-30'], ['yesterday'], ['2027-02-02', '2027-02-01'], ['2027-02-01', "2027-02-01'; drop"]])(
  '`pawtrait fiscal` refuses an invalid date or date range (%s %s)',
  async (...args) => {
    await expect(fiscal(...args)).rejects.toThrow('Give the first day')
  },
)

it('migration 0011 creates the same fiscal documents for old payments as the app does for new payments', async () => {
  const { receipt } = await payOrder(await aUser(server))
  for (const [key, minor] of [
    ['a', 11_111n],
    ['b', 22_222n],
  ] as const) {
    server.clock.advance(1_000)
    await creditAmount(receipt, key, minor)
  }
  const owner = await openSecondConnection(server.deps.database, 'owner')
  const readDocuments = () =>
    owner.rows(sql`
      select id, receipt_id, credit_no, gross_minor, vat_minor, livemode, created_at from fiscal_documents order by id`)
  const before = await readDocuments()
  expect(before.length).toBeGreaterThan(8)
  await owner.rows(sql`delete from fiscal_documents`)
  const folder = new URL('../../../../migrations/', import.meta.url)
  const text = readFileSync(new URL('0011_fiscal-documents.sql', folder), 'utf8')
  for (const statement of text.split('--> statement-breakpoint').slice(-2)) await owner.text(statement)
  expect(await readDocuments()).toEqual(before)
  await owner.close()
})
