import type { TestCard } from '../checkout/cards.ts'
import type { CardQuestions } from '../checkout/checkout.ts'
import type { Clock } from '../clock.ts'
import type { TestCredentials } from '../credentials.ts'
import type { Delays } from '../delays.ts'
import type { Webhooks } from '../http/webhooks.ts'

/** A Checkout Session. As in Stripe's API, amounts are in minor units and times in Unix seconds. */
export type Session = {
  id: string
  intentId: string
  chargeId: string
  amount: number
  currency: string
  title: string
  description: string
  email: string | null
  clientReferenceId: string | null
  metadata: Record<string, string>
  /** Metadata of the payment intent, copied to its charge. */
  intentMetadata: Record<string, string>
  successUrl: string
  cancelUrl: string | undefined
  created: number
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  card: Pick<TestCard, 'brand' | 'number'> | undefined
  refunds: { id: string; amount: number; created: number; metadata: Record<string, string> }[]
  /** The chargeback of this session. A session has at most one. */
  dispute: { status: 'needs_response' | 'lost' | 'won'; created: number } | undefined
  questions: CardQuestions | undefined
}

/** State and services of the Stripe simulator. */
export type StripeState = {
  clock: Clock
  delays: Delays
  credentials: TestCredentials['stripe']
  sessions: Map<string, Session>
  webhooks: Webhooks
  /** Origin of /test/checkout that browsers use. */
  pagesUrl(): string
  changed(): void
}

export const toUnixSeconds = (at: Date) => Math.floor(at.getTime() / 1000)
