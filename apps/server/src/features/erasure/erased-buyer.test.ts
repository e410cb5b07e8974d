import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { redactEvents } from '#features/payments/inbox/redact-events.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { second } from '#testing/clock.ts'
import { aUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'
import { eraseAccountNow } from './erase-account.ts'

const shop = paymentServerForFile()
const phone = '254711000123'

/** Returns the number of rows in each payment table, and all text in them. */
async function readPaymentTables() {
  const tables = ['orders', 'payments', 'payment_attempts', 'receipts', 'provider_events']
  const rows = await Promise.all(
    tables.map((table) =>
      shop.server.deps.database.rows<{ row: string }>(sql`
        select t::text || coalesce(to_jsonb(t)->>'snapshot', '') as row from ${sql.raw(table)} t`),
    ),
  )
  const raw = await shop.server.deps.database.rows<{ raw: string }>(sql`
    select convert_from(raw, 'utf8') as raw from provider_events where raw is not null`)
  const text = [...rows.flat().map(({ row }) => row), ...raw.map((event) => event.raw)].join('\n')
  return { counts: rows.map((all) => all.length), text }
}

it('eraseAccountNow and redactEvents keep a buyer’s receipts, and delete personal data in payment tables', async () => {
  const buyer = await aUser(shop.server, { fullname: 'Amina the Buyer' })
  const order = await shop.order(buyer)
  await shop.push(buyer, order, phone)
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  expect((await shop.read(buyer, order)).state).toBe('fulfilled')
  const before = await readPaymentTables()
  for (const personalText of [buyer.id, 'Amina the Buyer', phone]) expect(before.text).toContain(personalText)
  const ctx = createContext(shop.server.deps, systemCaller)
  await eraseAccountNow(ctx, buyer.id)
  await redactEvents(ctx)
  const after = await readPaymentTables()
  expect(after.counts).toEqual(before.counts)
  for (const personalText of [buyer.id, buyer.username, buyer.email, 'Amina the Buyer', phone])
    expect(after.text).not.toContain(personalText)
  expect(await shop.server.deps.database.rows(sql`select phone_end from payment_attempts`)).toEqual([
    { phone_end: null },
  ])
  const receipt = await shop.server.deps.database.row(sql`
    select snapshot->'buyer' as buyer from receipts`)
  expect(receipt).toEqual({ buyer: null })
})
