import { updateAttemptIntent } from '#features/payments/disputes/dispute-queries.ts'
import { recordDispute } from '#features/payments/disputes/record-dispute.ts'
import { applyVerdict } from '#features/payments/ledger/apply-verdict.ts'
import type { CardEvent } from '#features/payments/providers/card-provider.ts'
import { readPaystackEvent } from '#features/payments/providers/paystack/read-event.ts'
import { readStripeEvent } from '#features/payments/providers/stripe/read-event.ts'
import { disputeAtStripe } from '#features/payments/providers/stripe/stripe-client.ts'
import { sessionOfIntent } from '#features/payments/providers/stripe/stripe-refunds.ts'
import type { Dispute } from '#features/payments/providers/verdict.ts'
import { type Attempt, type InboxEvent, selectAttempt, updateAttemptDue } from '#features/payments/queries.ts'
import { handleRefund } from '#features/payments/refunds/handle-refund.ts'
import type { Context } from '#platform/context.ts'
import type { Ask } from './handle-event.ts'
import { knownAttempt } from './known-attempt.ts'

const CONFIRM_MS = 10_000

type KnownWebhook = Exclude<CardEvent, { is: 'other' }>

/**
 * What a card provider says, in any order: what is true of a payment is asked, whatever the event was.
 * @throws when a provider that has to be asked does not answer; the event is then worked again.
 */
export async function handleWebhook(ctx: Context, event: InboxEvent, ask: Ask): Promise<string> {
  const said = event.provider === 'paystack' ? readPaystackEvent(event.raw) : readStripeEvent(event.raw)
  if (said.is === 'other') return 'other'
  const attempt = await attemptOf(ctx, event, said)
  if (!attempt) return said.is === 'payment' ? 'not-ours' : unmatched(ctx, event, said)
  // Before the payment is settled: what the bank has taken up is not granted.
  if (said.is === 'dispute') await recordDispute(ctx, attempt.id, await standing(ctx, attempt, said))
  const outcome = attempt.state === 'paid' ? 'already-settled' : await applyVerdict(ctx, attempt, await ask(attempt))
  if (outcome === 'silent') await updateAttemptDue(ctx.db, attempt.id, new Date(ctx.now.getTime() + CONFIRM_MS))
  return said.is === 'refund' ? handleRefund(ctx, attempt.id) : outcome
}

/** The attempt that an event is about; of Stripe's own names for it, through its session. */
async function attemptOf(ctx: Context, { provider }: InboxEvent, said: KnownWebhook): Promise<Attempt | undefined> {
  const known = await knownAttempt(ctx.db, provider, said.keys)
  if (known) return selectAttempt(ctx.db, known)
  const { card } = ctx.config.payments
  const intent = said.keys.find((key) => key.startsWith('pi_'))
  if (card?.provider !== 'stripe' || provider !== 'stripe' || !intent) return undefined
  const session = await sessionOfIntent(card, intent)
  const found = session && (await knownAttempt(ctx.db, provider, [session]))
  if (!found) return undefined
  await updateAttemptIntent(ctx.db, found, intent)
  return selectAttempt(ctx.db, found)
}

/** How a dispute stands: Stripe is asked; at Paystack there is the event alone. */
async function standing(
  ctx: Context,
  attempt: Attempt,
  said: Extract<KnownWebhook, { is: 'dispute' }>,
): Promise<Dispute> {
  const { card } = ctx.config.payments
  const intent = said.keys.find((key) => key.startsWith('pi_'))
  if (card?.provider !== 'stripe' || attempt.provider !== 'stripe' || !intent) return said.said
  return (await disputeAtStripe(card, intent)) ?? said.said
}

/** Money moved that no payment here knows: a line for the operator, whose name for it is the provider's. */
function unmatched(ctx: Context, { id, provider }: InboxEvent, { is, keys }: KnownWebhook): string {
  ctx.log.info('payment-alert', { what: `unmatched-${is}`, provider, keys, inbox: id })
  return `unmatched ${is} ${keys.join(' ')}`
}
