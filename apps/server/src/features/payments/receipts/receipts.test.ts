import type { Order, Receipt } from '@pawtrait/contract/payments/payments.ts'
import { expect, it } from 'vitest'
import { aUser, type TestUser } from '#testing/given.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ SELLER_NAME: 'Pawtrait Ltd', SELLER_ADDRESS: '1 Kenyatta Avenue', SELLER_KRA_PIN: 'P1' })

/** Somebody's receipt of a month they have paid. */
async function aReceipt(who: TestUser) {
  const order = (await server.call<Order>(who, 'GET', `/api/orders/${await givenPremium(server, who)}`)).body
  const read = async () => (await server.call<Receipt>(who, 'GET', `/api/receipts/${order.receipt}`)).body
  return { order, read }
}

it('a receipt names buyer and seller as they were when it was written', async () => {
  const who = await aUser(server)
  const { read } = await aReceipt(who)
  const before = await read()
  expect(before.seller).toEqual({ name: 'Pawtrait Ltd', address: '1 Kenyatta Avenue', kraPin: 'P1' })
  expect(before.buyer).toMatchObject({ username: who.username })
  const renamed = await server.call(who, 'PATCH', '/api/profile', { fullname: 'Somebody Else' })
  expect(renamed.status).toBe(200)
  Object.assign(server.deps.config.payments, { seller: { name: 'Another Ltd', address: 'Mombasa', kraPin: 'P2' } })
  expect(await read()).toEqual(before)
  const next = await (await aReceipt(who)).read()
  expect(next).toMatchObject({ seller: { name: 'Another Ltd' }, buyer: { fullname: 'Somebody Else' } })
})
