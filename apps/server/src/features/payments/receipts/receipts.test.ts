import type { Order, Receipt } from '@pawtrait/contract/payments/payments.ts'
import { expect, it } from 'vitest'
import { aUser, type TestUser } from '#testing/fixtures.ts'
import { givenPremium } from '#testing/ledger.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ SELLER_NAME: 'Pawtrait Ltd', SELLER_ADDRESS: '1 Kenyatta Avenue', SELLER_KRA_PIN: 'P1' })

async function aReceipt(user: TestUser) {
  const order = (await server.call<Order>(user, 'GET', `/api/orders/${await givenPremium(server, user)}`)).body
  const read = async () => (await server.call<Receipt>(user, 'GET', `/api/receipts/${order.receipt}`)).body
  return { order, read }
}

it('receipt still shows the old names after buyer and seller have changed their names', async () => {
  const user = await aUser(server)
  const { read } = await aReceipt(user)
  const before = await read()
  expect(before.seller).toEqual({ name: 'Pawtrait Ltd', address: '1 Kenyatta Avenue', kraPin: 'P1' })
  expect(before.buyer).toMatchObject({ username: user.username })
  const renamed = await server.call(user, 'PATCH', '/api/profile', { fullname: 'Somebody Else' })
  expect(renamed.status).toBe(200)
  Object.assign(server.deps.config.payments, { seller: { name: 'Another Ltd', address: 'Mombasa', kraPin: 'P2' } })
  expect(await read()).toEqual(before)
  const next = await (await aReceipt(user)).read()
  expect(next).toMatchObject({ seller: { name: 'Another Ltd' }, buyer: { fullname: 'Somebody Else' } })
})
