import { expect, it } from 'vitest'
import { second } from '#testing/clock.ts'
import { createStreamClient } from '#testing/event-stream-client.ts'
import { aUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'

const shop = paymentServerForFile()

it.each([
  ['pin', '254711007777'],
  ['cancel', '254711017777'],
])('live message "order" is sent to the buyer when the payer answers the phone prompt ("%s")', async (key, phone) => {
  const user = await aUser(shop.server)
  const order = await shop.order(user)
  expect((await shop.push(user, order, phone)).status).toBe(201)
  const stream = await createStreamClient(shop.server)(user)
  await shop.test(`phone/${phone}/${key}`, { pin: '1234' })
  await shop.after(3 * second)
  expect(await stream.next()).toEqual({ type: 'order', orderId: order })
  stream.leave()
})
