import type { DisputeStage } from './checkout/checkout.ts'
import { createCheckoutRoutes } from './checkout/checkout-routes.ts'
import { type Clock, systemClock } from './clock.ts'
import { type TestCredentials, testCredentials } from './credentials.ts'
import { sendCallback } from './daraja/callback.ts'
import { type Daraja, makeDaraja } from './daraja/daraja.ts'
import { createDarajaHandler } from './daraja/daraja-server.ts'
import { createDelayRoute, type Delays, defaultDelays } from './delays.ts'
import { createInjectedFaults, type Fault } from './http/faults.ts'
import { type Handler, jsonResponse, routeRequests } from './http/http-routing.ts'
import { type ListeningServer, listenOnLoopback } from './http/listen.ts'
import { makeMessageDelivery } from './http/message-delivery.ts'
import { makeWebhooks, type WebhookFaults } from './http/webhooks.ts'
import { createPageRoutes } from './pages/pages.ts'
import type { ShopLink } from './pages/phone-page.ts'
import { disputeTransaction as disputePaystack } from './paystack/dispute.ts'
import type { Paystack } from './paystack/paystack.ts'
import { findPaystackCheckout, restoreTransactions } from './paystack/paystack-checkout.ts'
import { createPaystackHandler } from './paystack/paystack-server.ts'
import { refundAtDashboard as refundPaystack } from './paystack/refund.ts'
import { makeTransactions } from './paystack/transactions.ts'
import { createChangeCounter } from './phone/change-counter.ts'
import { createPhoneRoutes } from './phone/phone-routes.ts'
import { makePhones } from './phone/phones.ts'
import { persistState, readPersistedState } from './state-file.ts'
import { restoreSessions } from './stripe/create-session.ts'
import { disputeSession as disputeStripe } from './stripe/dispute.ts'
import { refundAtDashboard as refundStripe } from './stripe/refund.ts'
import type { StripeState } from './stripe/stripe.ts'
import { findStripeCheckout } from './stripe/stripe-checkout.ts'
import { createStripeHandler } from './stripe/stripe-server.ts'

export type Provider = 'daraja' | 'paystack' | 'stripe'

export type SimulatorOptions = {
  clock?: Clock
  /** Missing delays have the values of `defaultDelays`. */
  delays?: Partial<Delays>
  log?(line: string): void
  /** Ports of the simulators. If a port is missing or zero, the simulator uses any free port. */
  ports?: Partial<Record<Name, number>>
  credentials?: TestCredentials
  /** File that stores phones and payments. Without a file, a restart loses them. */
  stateFile?: string
  /** Origin of /test for browsers that connect through a proxy. The default is `phoneUrl`. */
  pagesUrl?: string
  /** The shop to which the phone's page links. If undefined, the page has no link. */
  shop?: ShopLink
}

export type Simulators = {
  darajaUrl: string
  paystackUrl: string
  stripeUrl: string
  /** Origin of everything under /test: the phone, its API and the card pages. */
  phoneUrl: string
  /** Sets the URL for a provider's webhooks. Without a URL, no webhooks are sent. */
  setWebhookUrl(provider: 'paystack' | 'stripe', url: string): void
  /** Changes the simulated faults of webhooks. */
  setWebhookFaults(provider: 'paystack' | 'stripe', newFaults: Partial<WebhookFaults>): void
  /** Simulates a fault for the next calls of a path. */
  fail(provider: Provider, fault: Fault): void
  /**
   * Opens or decides a chargeback. Finds the payment by our reference (Paystack) or session id (Stripe). Returns false
   * for an unpaid payment.
   */
  dispute(provider: 'paystack' | 'stripe', payment: string, stage: DisputeStage): boolean
  /**
   * Refunds a payment, as a merchant would on the provider's dashboard. Refunds the full payment, or `amount` in cents.
   * Finds the payment by our reference (Paystack) or session id (Stripe). Returns false for an unpaid payment or too
   * large an amount.
   */
  refund(provider: 'paystack' | 'stripe', payment: string, amount?: number): boolean
  /** Sets the result code of Daraja's next reversal or status query. */
  endNextOperatorCall(resultCode: string): void
  /** Resolves when no callback or webhook is pending. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Starts all simulators on loopback, with one clock. They do not need the app. */
export async function startSimulators(options: SimulatorOptions = {}): Promise<Simulators> {
  const { log = () => {}, ports = {} } = options
  const parts = makeParts(options, log, () => options.pagesUrl ?? servers.phone.url)
  const { daraja, paystack, stripe, deliver, handlers, faults } = parts
  const servers = await startAll({
    phone: () => listenOnLoopback(handlers.phone, { port: ports.phone ?? 0, log }),
    daraja: () => listenOnLoopback(handlers.daraja, { port: ports.daraja ?? 0, faults: faults.daraja, log }),
    paystack: () => listenOnLoopback(handlers.paystack, { port: ports.paystack ?? 0, faults: faults.paystack, log }),
    stripe: () => listenOnLoopback(handlers.stripe, { port: ports.stripe ?? 0, faults: faults.stripe, log }),
  })
  const webhooks = { paystack: paystack.webhooks, stripe: stripe.webhooks }
  return {
    darajaUrl: servers.daraja.url,
    paystackUrl: servers.paystack.url,
    stripeUrl: servers.stripe.url,
    phoneUrl: servers.phone.url,
    setWebhookUrl: (provider, url) => webhooks[provider].setUrl(url),
    setWebhookFaults: (provider, newFaults) => webhooks[provider].setFaults(newFaults),
    fail: (provider, fault) => faults[provider].add(fault),
    dispute: (provider, payment, stage) =>
      provider === 'paystack' ? disputePaystack(paystack, payment, stage) : disputeStripe(stripe, payment, stage),
    refund: (provider, payment, amount) =>
      provider === 'paystack' ? refundPaystack(paystack, payment, amount) : refundStripe(stripe, payment, amount),
    endNextOperatorCall: (code) => daraja.endNextOperatorCall(code),
    idle: () => deliver.idle(),
    async close() {
      await Promise.all(Object.values(servers).map((server) => server.close()))
      parts.flush()
    },
  }
}

type Name = Provider | 'phone'

/** Starts all servers. If one server fails, closes the others. */
async function startAll(starts: Record<Name, () => Promise<ListeningServer>>): Promise<Record<Name, ListeningServer>> {
  const started: [string, ListeningServer][] = []
  try {
    for (const [name, start] of Object.entries(starts)) started.push([name, await start()])
  } catch (error) {
    await Promise.all(started.map(([, server]) => server.close()))
    throw error
  }
  // This type assertion is safe, because `started` has an entry for each name in `starts`.
  return Object.fromEntries(started) as Record<Name, ListeningServer>
}

// Maximum number of attempts per webhook. Paystack retries hourly for 72 hours in test mode, Stripe a few times.
const webhookTries = { paystack: 72, stripe: 4 }

function makeParts(options: SimulatorOptions, log: (line: string) => void, pagesUrl: () => string) {
  const { clock = systemClock, credentials = testCredentials } = options
  const delays = { ...defaultDelays, ...options.delays }
  const deliver = makeMessageDelivery(log)
  const changes = createChangeCounter(systemClock)
  const saved = persistState(options.stateFile, () => snapshot({ daraja, paystack, stripe }), log)
  const changed = () => {
    changes.bump()
    saved.changed()
  }
  const shared = { clock, delays, deliver, pagesUrl, changed }
  const daraja = makeDaraja({ ...shared, credentials: credentials.daraja, phones: makePhones() }, sendCallback)
  const paystack: Paystack = {
    ...shared,
    credentials: credentials.paystack,
    transactions: makeTransactions(),
    webhooks: makeWebhooks({ ...shared, tries: webhookTries.paystack }),
  }
  const stripe: StripeState = {
    ...shared,
    credentials: credentials.stripe,
    sessions: new Map(),
    webhooks: makeWebhooks({ ...shared, tries: webhookTries.stripe }),
  }
  const checkouts = (code: string) => findPaystackCheckout(paystack, code) ?? findStripeCheckout(stripe, code)
  const pages = [
    ...createPageRoutes(checkouts, options.shop),
    ...createPhoneRoutes(daraja, changes),
    ...createCheckoutRoutes(checkouts),
  ]
  const handlers: Record<Name, Handler> = {
    daraja: createDarajaHandler(daraja),
    paystack: createPaystackHandler(paystack),
    stripe: createStripeHandler(stripe),
    phone: routeRequests([...pages, createDelayRoute(delays)], () => jsonResponse(404, { error: 'not found' })),
  }
  restoreState({ daraja, paystack, stripe }, readPersistedState(options.stateFile))
  return { daraja, paystack, stripe, deliver, handlers, faults: allFaults(), flush: saved.flush }
}

type State = { daraja: Daraja; paystack: Paystack; stripe: StripeState }

function snapshot({ daraja, paystack, stripe }: State) {
  return {
    phones: daraja.phones.all(),
    payments: daraja.payments.all(),
    transactions: paystack.transactions.all(),
    sessions: [...stripe.sessions.values()],
  }
}

function restoreState({ daraja, paystack, stripe }: State, saved: unknown): void {
  // Only the simulators write the state file. A malformed list counts as empty.
  const state = (saved ?? {}) as Partial<ReturnType<typeof snapshot>>
  const toList = <T>(list: T[] | undefined): T[] => (Array.isArray(list) ? list : [])
  daraja.phones.put(toList(state.phones))
  daraja.payments.put(toList(state.payments))
  restoreTransactions(paystack, toList(state.transactions))
  restoreSessions(stripe, toList(state.sessions))
}

const allFaults = () => ({
  daraja: createInjectedFaults(),
  paystack: createInjectedFaults(),
  stripe: createInjectedFaults(),
})
