import type { DisputeStage } from './checkout/checkout.ts'
import { checkoutRoutes } from './checkout/checkout-routes.ts'
import { type Clock, systemClock } from './clock.ts'
import { type TestCredentials, testCredentials } from './credentials.ts'
import { sendCallback } from './daraja/callback.ts'
import { type Daraja, makeDaraja } from './daraja/daraja.ts'
import { darajaHandler } from './daraja/daraja-server.ts'
import { type Delays, defaultDelays, delayRoute } from './delays.ts'
import { makeDeliver } from './http/deliver.ts'
import { type Fault, makeFaults } from './http/faults.ts'
import { type Listening, listen } from './http/listen.ts'
import { makeWebhooks, type WebhookTroubles } from './http/webhooks.ts'
import { type Handler, json, routed } from './http/wire.ts'
import { keepState, readKept } from './kept-state.ts'
import { pageRoutes } from './pages/pages.ts'
import type { Shop } from './pages/phone-page.ts'
import { dispute as disputePaystack } from './paystack/dispute.ts'
import { paystackCheckout, reviveTransactions } from './paystack/pay-card.ts'
import type { Paystack } from './paystack/paystack.ts'
import { paystackHandler } from './paystack/paystack-server.ts'
import { refundAtDashboard as refundPaystack } from './paystack/refund.ts'
import { makeTransactions } from './paystack/transactions.ts'
import { makeChanges } from './phone/changes.ts'
import { phoneRoutes } from './phone/phone-routes.ts'
import { makePhones } from './phone/phones.ts'
import { reviveSessions } from './stripe/create-session.ts'
import { dispute as disputeStripe } from './stripe/dispute.ts'
import { stripeCheckout } from './stripe/pay-card.ts'
import { refundAtDashboard as refundStripe } from './stripe/refund.ts'
import type { StripeState } from './stripe/stripe.ts'
import { stripeHandler } from './stripe/stripe-server.ts'

export type Provider = 'daraja' | 'paystack' | 'stripe'

export type Options = {
  clock?: Clock
  /** Those left out are as in `defaultDelays`. */
  delays?: Partial<Delays>
  log?(line: string): void
  /** 0 or left out: any free port. */
  ports?: Partial<Record<Name, number>>
  credentials?: TestCredentials
  /** Keeps phones and payments beyond the end of this run; left out: they are forgotten. */
  stateFile?: string
  /** Origin under which a browser reaches /test, when somebody passes it on; left out: `phoneUrl`. */
  pagesUrl?: string
  /** Where the test phone leads back to; left out: it leads nowhere. */
  shop?: Shop
}

export type Simulators = {
  darajaUrl: string
  paystackUrl: string
  stripeUrl: string
  /** Origin of everything under /test: the phone, its control surface and the test card pages. */
  phoneUrl: string
  /** The address a merchant gives on the dashboard; without it no webhook is sent. */
  setWebhookUrl(provider: 'paystack' | 'stripe', url: string): void
  /** What goes wrong with webhooks from now on. */
  troubleWebhooks(provider: 'paystack' | 'stripe', troubles: Partial<WebhookTroubles>): void
  /** Something goes wrong with the next calls of a path. */
  fail(provider: Provider, fault: Fault): void
  /** A payer's bank takes a payment up; by our reference (Paystack) or session id (Stripe). False: not paid. */
  dispute(provider: 'paystack' | 'stripe', payment: string, stage: DisputeStage): boolean
  /**
   * The merchant gives a paid sum back on the provider's own page, or a part of it (in cents); named as in `dispute`.
   * False: not paid, or not that much left.
   */
  refund(provider: 'paystack' | 'stripe', payment: string, amount?: number): boolean
  /** The next reversal or status call of Daraja ends with this code. */
  endNextOperatorCall(resultCode: string): void
  /** Resolves when no callback or webhook is under way. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Starts all simulators on loopback (payments.md §4). They share a clock and know nothing of who calls them. */
export async function startSimulators(options: Options = {}): Promise<Simulators> {
  const { log = () => {}, ports = {} } = options
  const parts = makeParts(options, log, () => options.pagesUrl ?? servers.phone.url)
  const { daraja, paystack, stripe, deliver, handlers, faults } = parts
  const servers = await startAll({
    phone: () => listen(handlers.phone, { port: ports.phone ?? 0, log }),
    daraja: () => listen(handlers.daraja, { port: ports.daraja ?? 0, faults: faults.daraja, log }),
    paystack: () => listen(handlers.paystack, { port: ports.paystack ?? 0, faults: faults.paystack, log }),
    stripe: () => listen(handlers.stripe, { port: ports.stripe ?? 0, faults: faults.stripe, log }),
  })
  const webhooks = { paystack: paystack.webhooks, stripe: stripe.webhooks }
  return {
    darajaUrl: servers.daraja.url,
    paystackUrl: servers.paystack.url,
    stripeUrl: servers.stripe.url,
    phoneUrl: servers.phone.url,
    setWebhookUrl: (provider, url) => webhooks[provider].setUrl(url),
    troubleWebhooks: (provider, troubles) => webhooks[provider].trouble(troubles),
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

/** All of them, or none: one that cannot start takes the others down with it. */
async function startAll(starts: Record<Name, () => Promise<Listening>>): Promise<Record<Name, Listening>> {
  const started: [string, Listening][] = []
  try {
    for (const [name, start] of Object.entries(starts)) started.push([name, await start()])
  } catch (error) {
    await Promise.all(started.map(([, server]) => server.close()))
    throw error
  }
  // Holds the names of `starts`, each started above.
  return Object.fromEntries(started) as Record<Name, Listening>
}

// Paystack tries hourly for 72 hours in test mode (payments.md §2.1); Stripe a few times.
const tries = { paystack: 72, stripe: 4 }

function makeParts(options: Options, log: (line: string) => void, pagesUrl: () => string) {
  const { clock = systemClock, credentials = testCredentials } = options
  const delays = { ...defaultDelays, ...options.delays }
  const deliver = makeDeliver(log)
  const changes = makeChanges(systemClock)
  const kept = keepState(options.stateFile, () => snapshot({ daraja, paystack, stripe }), log)
  const changed = () => {
    changes.bump()
    kept.changed()
  }
  const shared = { clock, delays, deliver, pagesUrl, changed }
  const daraja = makeDaraja({ ...shared, credentials: credentials.daraja, phones: makePhones() }, sendCallback)
  const paystack: Paystack = {
    ...shared,
    credentials: credentials.paystack,
    transactions: makeTransactions(),
    webhooks: makeWebhooks({ ...shared, tries: tries.paystack }),
  }
  const stripe: StripeState = {
    ...shared,
    credentials: credentials.stripe,
    sessions: new Map(),
    webhooks: makeWebhooks({ ...shared, tries: tries.stripe }),
  }
  const checkouts = (code: string) => paystackCheckout(paystack, code) ?? stripeCheckout(stripe, code)
  const pages = [...pageRoutes(checkouts, options.shop), ...phoneRoutes(daraja, changes), ...checkoutRoutes(checkouts)]
  const handlers: Record<Name, Handler> = {
    daraja: darajaHandler(daraja),
    paystack: paystackHandler(paystack),
    stripe: stripeHandler(stripe),
    phone: routed([...pages, delayRoute(delays)], () => json(404, { error: 'not found' })),
  }
  revive({ daraja, paystack, stripe }, readKept(options.stateFile))
  return { daraja, paystack, stripe, deliver, handlers, faults: allFaults(), flush: kept.flush }
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

function revive({ daraja, paystack, stripe }: State, kept: unknown): void {
  // Only an earlier run of these simulators writes this file; a list that is none is taken for empty.
  const state = (kept ?? {}) as Partial<ReturnType<typeof snapshot>>
  const listed = <T>(list: T[] | undefined): T[] => (Array.isArray(list) ? list : [])
  daraja.phones.put(listed(state.phones))
  daraja.payments.put(listed(state.payments))
  reviveTransactions(paystack, listed(state.transactions))
  reviveSessions(stripe, listed(state.sessions))
}

const allFaults = () => ({ daraja: makeFaults(), paystack: makeFaults(), stripe: makeFaults() })
