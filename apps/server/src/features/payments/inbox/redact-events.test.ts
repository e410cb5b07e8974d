import { createHash, createHmac } from 'node:crypto'
import type { OrderId } from '@pawtrait/contract/ids.ts'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { testCredentials } from '@pawtrait/simulators/credentials.ts'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'
import { redactEvents } from './redact-events.ts'

const shop = paymentServerForFile({ eventDays: 30 })

let phones = 3_000

/** Creates a payment by phone. Its M-Pesa callback contains the full phone number. */
async function payByPhone() {
  const [user, phone] = [await aUser(shop.server), `2547${++phones}7777`]
  const order = await shop.order(user)
  await shop.push(user, order, phone)
  await shop.test(`phone/${phone}/pin`, { pin: '1234' })
  await shop.after(2 * second)
  return { user, order, phone }
}

/** Sends a Paystack webhook about a card payment, which contains an e-mail address. */
async function receiveCardEvent(email: string) {
  const user = await aUser(shop.server)
  const order = await shop.order(user)
  const path = `/api/orders/${order}/attempts`
  const { attempt } = (await shop.server.call<Order>(user, 'POST', path, { method: 'card' })).body
  const data = { reference: attempt?.reference, customer: { email } }
  const payload = JSON.stringify({ event: 'charge.success', data })
  const signature = createHmac('sha512', testCredentials.paystack.secretKey).update(payload).digest('hex')
  const send = () =>
    shop.server.inject({
      method: 'POST',
      url: '/api/payments/paystack/webhook',
      headers: {
        host: new URL(shop.server.deps.config.publicUrl).host,
        'content-type': 'application/json',
        'x-paystack-signature': signature,
      },
      payload,
    })
  expect((await send()).status).toBe(200)
  await shop.server.runJobs()
  return { user, order, reference: attempt?.reference, send }
}

type Row = { raw: Buffer | null; hash: Buffer | null; kept: Record<string, unknown> | null; attempt: string | null }

const readEvents = (order: OrderId) =>
  shop.server.deps.database.rows<Row>(sql`
    select e.raw, e.raw_sha256 as hash, e.kept, e.attempt_id as attempt
    from provider_events e join payment_attempts a on a.id = e.attempt_id where a.order_id = ${order}`)

const redact = () => redactEvents(createContext(shop.server.deps, systemCaller))
const deleteUser = (user: TestUser) => shop.server.deps.database.rows(sql`delete from users where id = ${user.id}`)
const readAllEvents = async () =>
  (await shop.server.deps.database.rows(sql`select * from provider_events`))
    .map((row) =>
      JSON.stringify(row, (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value)),
    )
    .join('\n')

it('redactEvents removes phone numbers and e-mail addresses from payment events after 30 days', async () => {
  const [phonePayment, cardPayment] = [await payByPhone(), await receiveCardEvent('amina@home.example')]
  const [callback] = await readEvents(phonePayment.order)
  await shop.after(29 * day)
  await redact()
  expect(await readAllEvents()).toContain(phonePayment.phone)
  expect(await readAllEvents()).toContain('amina@home.example')
  await shop.after(day)
  await redact()
  expect(await readAllEvents()).not.toContain(phonePayment.phone)
  expect(await readAllEvents()).not.toContain('amina@home.example')
  const [redacted] = await readEvents(phonePayment.order)
  const sha256 = createHash('sha256')
    .update(callback?.raw ?? '')
    .digest()
  expect(redacted).toMatchObject({ raw: null, hash: sha256, kept: { resultCode: '0', amountMinor: '150000' } })
  expect(redacted?.kept).toMatchObject({ receiptCode: expect.stringMatching(/^[A-Z0-9]{10}$/) })
  expect(JSON.stringify((await readEvents(cardPayment.order))[0]?.kept)).toContain(cardPayment.reference)
  // A repeated event is recognised by its hash, and is not processed again.
  expect((await cardPayment.send()).status).toBe(200)
  await shop.server.runJobs()
  expect(await readEvents(cardPayment.order)).toHaveLength(1)
})

it('redactEvents removes personal data of deleted accounts immediately, and no data of other accounts', async () => {
  const [erased, remaining] = [await payByPhone(), await payByPhone()]
  const card = await receiveCardEvent('wanjiru@home.example')
  await deleteUser(erased.user)
  await deleteUser(card.user)
  await redact()
  const stored = await readAllEvents()
  expect(stored).not.toContain(erased.phone)
  expect(stored).not.toContain('wanjiru@home.example')
  expect(stored).toContain(remaining.phone)
  const rows = await shop.server.deps.database.rows(sql`
    select a.phone_end as phone, r.snapshot->'buyer' as buyer from payment_attempts a
      join payments p on p.attempt_id = a.id join receipts r on r.payment_id = p.id
    where a.order_id in (${erased.order}, ${remaining.order}) order by a.id`)
  expect(rows).toEqual([
    { phone: null, buyer: null },
    { phone: '777', buyer: expect.objectContaining({ username: remaining.user.username }) },
  ])
})

it('redactEvents marks a payment event as "never-worked" if it is unprocessed after 30 days', async () => {
  const { order } = await receiveCardEvent('otieno@home.example')
  await shop.server.deps.database.rows(sql`
    update provider_events e set processed_at = null, outcome = null from payment_attempts a
    where a.id = e.attempt_id and a.order_id = ${order}`)
  await shop.server.deps.database.rows(sql`update provider_events set received_at = received_at - interval '30 days'`)
  await redact()
  expect(await readAllEvents()).not.toContain('otieno@home.example')
  const [row] = await shop.server.deps.database.rows(sql`
    select outcome, processed_at is not null as done
    from provider_events e join payment_attempts a on a.id = e.attempt_id where a.order_id = ${order}`)
  expect(row).toEqual({ outcome: 'never-worked', done: true })
})
