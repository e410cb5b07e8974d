import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { forgetEvents } from '#features/payments/inbox/forget-events.ts'
import { contextOf, system } from '#platform/context.ts'
import { second } from '#testing/clock.ts'
import { aUser } from '#testing/given.ts'
import { shopForFile } from '#testing/shop.ts'
import { eraseAtOnce } from './erase-account.ts'

const shop = shopForFile()
const phone = '254711000123'

/** How many rows of the books there are, and the words of all of them. */
async function books() {
  const tables = ['orders', 'payments', 'payment_attempts', 'receipts', 'provider_events']
  const rows = await Promise.all(
    tables.map((table) =>
      shop.server.deps.database.rows<{ row: string }>(sql`
        select t::text || coalesce(to_jsonb(t)->>'snapshot', '') as row from ${sql.raw(table)} t`),
    ),
  )
  const raw = await shop.server.deps.database.rows<{ raw: string }>(sql`
    select convert_from(raw, 'utf8') as raw from provider_events where raw is not null`)
  const words = [...rows.flat().map(({ row }) => row), ...raw.map((one) => one.raw)].join('\n')
  return { counts: rows.map((all) => all.length), words }
}

it('somebody who has paid leaves receipts in the books that name nobody', async () => {
  const who = await aUser(shop.server, { fullname: 'Amina the Buyer' })
  const order = await shop.order(who)
  await shop.push(who, order, phone)
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  expect((await shop.read(who, order)).state).toBe('fulfilled')
  const before = await books()
  for (const word of [who.id, 'Amina the Buyer', phone]) expect(before.words).toContain(word)
  const ctx = contextOf(shop.server.deps, system)
  await eraseAtOnce(ctx, who.id)
  await forgetEvents(ctx)
  const after = await books()
  expect(after.counts).toEqual(before.counts)
  for (const word of [who.id, who.username, who.email, 'Amina the Buyer', phone])
    expect(after.words).not.toContain(word)
  expect(await shop.server.deps.database.rows(sql`select phone_end from payment_attempts`)).toEqual([
    { phone_end: null },
  ])
  const receipt = await shop.server.deps.database.row(sql`
    select snapshot->'buyer' as buyer from receipts`)
  expect(receipt).toEqual({ buyer: null })
})
