import type { DisputeStage } from '../checkout/checkout.ts'
import { type StripeState, toUnixSeconds } from './stripe.ts'
import { disputeView } from './views.ts'
import { sendEvent } from './webhook.ts'

const disputeEvents = {
  open: { event: 'charge.dispute.created', status: 'needs_response' },
  lost: { event: 'charge.dispute.closed', status: 'lost' },
  won: { event: 'charge.dispute.closed', status: 'won' },
} as const

/** Opens or decides a chargeback. Returns false for an unpaid session. */
export function disputeSession(stripe: StripeState, sessionId: string, stage: DisputeStage): boolean {
  const session = stripe.sessions.get(sessionId)
  if (!session?.paid) return false
  const { event, status } = disputeEvents[stage]
  session.dispute = { created: toUnixSeconds(stripe.clock.now()), ...session.dispute, status }
  sendEvent(stripe, event, disputeView(session, session.dispute))
  stripe.changed()
  return true
}
