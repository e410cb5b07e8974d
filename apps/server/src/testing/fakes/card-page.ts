import type { Order } from '@pawtrait/contract/payments/payments.ts'
import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { aUser } from '#testing/fixtures.ts'
import type { PaymentTestServer } from '#testing/payment-server.ts'

/** Creates a buyer with an order, and opens the card page of the provider. */
export async function openCardPage(shop: PaymentTestServer) {
  const buyer = await aUser(shop.server)
  const order = await shop.order(buyer)
  const started = await shop.server.call<Order>(buyer, 'POST', `/api/orders/${order}/attempts`, { method: 'card' })
  const address = started.body.attempt?.checkoutUrl ?? ''
  const code = new URL(address).pathname.split('/').at(-1) ?? ''
  const state = async () => (await shop.server.call<PremiumStatus>(buyer, 'GET', '/api/premium')).body.state
  return { buyer, order, started, code, premium: state, read: () => shop.read(buyer, order) }
}

/** Numbers of test cards. The provider accepts `good`, and declines `bad`. */
export const testCards = {
  paystack: { good: '4084084084084081', bad: '4084080000005408' },
  stripe: { good: '4242424242424242', bad: '4000000000000002' },
}

/** Pays with a card. The page shows card numbers, but the simulators expect ids. */
export async function payOnCardPage(shop: PaymentTestServer, code: string, number: string) {
  const page = await (await fetch(`${shop.simulators.phoneUrl}/test/checkout/${code}`)).text()
  const id = new RegExp(
    `data-card="([^"]+)"[^>]*data-number="${number}"|data-number="${number}"[^>]*data-card="([^"]+)"`,
  )
  const found = id.exec(page)
  await shop.test(`checkout/${code}/pay`, { card: found?.[1] ?? found?.[2] ?? number })
}
