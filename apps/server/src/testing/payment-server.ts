import type { AddressInfo } from 'node:net'
import type { OrderId } from '@pawtrait/contract/ids.ts'
import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { type Simulators, startSimulators } from '@pawtrait/simulators/start-simulators.ts'
import { createManualClock, type ManualClock } from '@pawtrait/simulators/testing/manual-clock.ts'
import { afterAll, beforeAll } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import type { PaymentSettings } from '#app/config/payment-settings.ts'
import { createSimulatedPaymentSettings, setWebhookTargets } from '#app/dev/payment-simulators.ts'
import { sweepPayments } from '#features/payments/ledger/check-payments.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import type { TestUser } from './fixtures.ts'
import { type Reply, startServer, type TestServer } from './server.ts'

/** A server that takes payments from simulators. Server and simulators share a clock. */
export type PaymentTestServer = {
  server: TestServer
  simulators: Simulators
  clock: ManualClock
  /** Advances the clock and runs everything due by then: phones, callbacks and jobs. Then sweeps payments once. */
  after(ms: number): Promise<void>
  order(buyer: TestUser): Promise<OrderId>
  push(buyer: TestUser, order: OrderId, phone: string): Promise<Reply<Order>>
  read(buyer: TestUser, order: OrderId): Promise<Order>
  /** Sends `POST /test/…` to the simulators, as the test phone and the card page do. */
  test(path: string, fields?: object): Promise<void>
}

async function openShop(settings: Partial<PaymentSettings>): Promise<PaymentTestServer & { close(): Promise<void> }> {
  const clock = createManualClock(new Date().toISOString())
  const simulators = await startSimulators({ clock })
  const payments = {
    ...createSimulatedPaymentSettings({ ...readConfig({}).payments, ...settings }, simulators),
    ...settings,
  }
  const server = await startServer({}, { payments })
  await server.app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.fastify.server.address() as AddressInfo
  Object.assign(server.deps.config, { publicUrl: `http://localhost:${port}` })
  setWebhookTargets(simulators, server.deps.config)
  const read = async (buyer: TestUser, order: OrderId) =>
    (await server.call<Order>(buyer, 'GET', `/api/orders/${order}`)).body
  return {
    server,
    simulators,
    clock,
    after: async (ms) => {
      clock.advance(ms)
      server.clock.advance(clock.now().getTime() - server.clock.now().getTime())
      await simulators.idle()
      await server.runJobs()
      await sweepPayments(createContext(server.deps, systemCaller))
    },
    order: async (buyer) => (await server.call<Order>(buyer, 'POST', '/api/orders', { plan: 'premium' })).body.id,
    push: (buyer, order, phone) =>
      server.call<Order>(buyer, 'POST', `/api/orders/${order}/attempts`, { method: 'mpesa', phone }),
    read,
    test: async (path, fields = {}) => {
      const answer = await fetch(`${simulators.phoneUrl}/test/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      if (!answer.ok) throw new Error(`the simulators refused ${path}: ${await answer.text()}`)
    },
    close: async () => {
      await server.stop()
      await simulators.close()
    },
  }
}

/** Starts a payment server for one test file. */
export function paymentServerForFile(settings: Partial<PaymentSettings> = {}): PaymentTestServer {
  // `beforeAll` fills this object; using it earlier is a mistake in the test file.
  const shop = {} as PaymentTestServer & { close(): Promise<void> }
  beforeAll(async () => {
    Object.assign(shop, await openShop(settings))
  })
  afterAll(() => shop.close?.())
  return shop
}
