import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { defaultDelays } from '@pawtrait/simulators/delays.ts'
import { describe, expect, it } from 'vitest'
import { minute, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { paymentServerForFile } from '#testing/payment-server.ts'

const shop = paymentServerForFile()

let phones = 1_000
async function sendPrompt() {
  const user = await aUser(shop.server)
  const [order, phone] = [await shop.order(user), `2547${++phones}7777`]
  return { user, order, phone, pushed: await shop.push(user, order, phone) }
}

describe('phone prompt', () => {
  it('has `promptUntil` at the end of the prompt, and `retryAt` two minutes after its start', async () => {
    const { pushed } = await sendPrompt()
    const { startedAt, promptUntil, retryAt } = pushed.body.attempt ?? {}
    const msAfterStart = (at: string | null | undefined) => Date.parse(at ?? '') - Date.parse(startedAt ?? '')
    expect([msAfterStart(promptUntil), msAfterStart(retryAt)]).toEqual([defaultDelays.ignored, 2 * minute])
  })

  it('is sent to a number pasted from a contact, written in Arabic digits, or written with two prefixes', async () => {
    for (const typedPhone of [
      '\u2068+254 711 000 001\u2069',
      '٠٧١١٠٠٠٠٠٢',
      '+254 0711\u2011000\u2011003',
      '(0711) 000.004',
    ]) {
      const user = await aUser(shop.server)
      const pushed = await shop.push(user, await shop.order(user), typedPhone)
      expect([typedPhone, pushed.status, pushed.body.attempt?.phoneEnd]).toEqual([
        typedPhone,
        201,
        expect.stringMatching(/^00\d$/),
      ])
    }
  })

  it('is listed in GET /api/orders/waiting until the payer responds, even if the order is cancelled', async () => {
    const { user, order, phone } = await sendPrompt()
    const readWaitingOrder = async (user: TestUser) =>
      (await shop.server.call<{ order: Order | null }>(user, 'GET', '/api/orders/waiting')).body.order
    expect(await readWaitingOrder(user)).toMatchObject({
      id: order,
      attempt: { state: 'pending', phoneEnd: phone.slice(-3) },
    })
    expect(await readWaitingOrder(await aUser(shop.server))).toBeNull()
    // Cancelling the order does not remove the prompt from the phone.
    await shop.server.call(user, 'DELETE', `/api/orders/${order}`)
    expect(await readWaitingOrder(user)).toMatchObject({ id: order, state: 'canceled' })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await readWaitingOrder(user)).toBeNull()
    expect((await shop.server.call(null, 'GET', '/api/orders/waiting')).status).toBe(401)
  })
})
