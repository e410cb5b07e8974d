import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { defaultDelays } from '@pawtrait/simulators/delays.ts'
import { describe, expect, it } from 'vitest'
import { minute, second } from '#testing/clock.ts'
import { aUser, type TestUser } from '#testing/given.ts'
import { shopForFile } from '#testing/shop.ts'

const shop = shopForFile()

let phones = 1_000
async function prompted() {
  const who = await aUser(shop.server)
  const [order, phone] = [await shop.order(who), `2547${++phones}7777`]
  return { who, order, phone, pushed: await shop.push(who, order, phone) }
}

describe('a prompt on a phone', () => {
  it('goes away when the simulated one does, and long before the phone may be asked again', async () => {
    const { pushed } = await prompted()
    const { startedAt, promptUntil, retryAt } = pushed.body.attempt ?? {}
    const after = (at: string | null | undefined) => Date.parse(at ?? '') - Date.parse(startedAt ?? '')
    expect([after(promptUntil), after(retryAt)]).toEqual([defaultDelays.ignored, 2 * minute])
  })

  it('is what its buyer is paying, on every device, until it has an answer', async () => {
    const { who, order, phone } = await prompted()
    const waiting = async (user: TestUser) =>
      (await shop.server.call<{ order: Order | null }>(user, 'GET', '/api/orders/waiting')).body.order
    expect(await waiting(who)).toMatchObject({ id: order, attempt: { state: 'pending', phoneEnd: phone.slice(-3) } })
    expect(await waiting(await aUser(shop.server))).toBeNull()
    // Given up here, it is on the phone all the same.
    await shop.server.call(who, 'DELETE', `/api/orders/${order}`)
    expect(await waiting(who)).toMatchObject({ id: order, state: 'canceled' })
    await shop.test(`phone/${phone}/pin`, { pin: '1234' })
    await shop.after(2 * second)
    expect(await waiting(who)).toBeNull()
    expect((await shop.server.call(null, 'GET', '/api/orders/waiting')).status).toBe(401)
  })
})
