import { updatePaymentIntentId } from '#features/payments/disputes/dispute-queries.ts'
import { recordDispute } from '#features/payments/disputes/record-dispute.ts'
import { applyVerdict } from '#features/payments/ledger/apply-verdict.ts'
import { findCardAccountOfProvider } from '#features/payments/providers/card-account.ts'
import type { CardAccount, CardEvent } from '#features/payments/providers/card-provider.ts'
import type { ProviderQuery } from '#features/payments/providers/query-provider.ts'
import {
  type Attempt,
  type InboxEvent,
  scheduleAttemptCheck,
  selectAttempt,
  selectCardAttempt,
} from '#features/payments/queries.ts'
import { handleRefundEvent } from '#features/payments/refunds/handle-refund.ts'
import type { Context } from '#platform/context.ts'

const CONFIRM_MS = 10_000

/**
 * Handles a card webhook by a query, because events come in any order. If the provider does not respond about a
 * payment, schedules another query in ten seconds.
 * @throws if it does not respond about a dispute, a refund or an unknown id; the event is then handled again
 */
export async function handleWebhook(
  ctx: Context,
  event: InboxEvent,
  cardEvent: CardEvent,
  queryProvider: ProviderQuery,
): Promise<string> {
  if (cardEvent.is === 'other') return 'other'
  const { keys } = cardEvent
  const card = findCardAccountOfProvider(ctx, event.provider)
  const attempt = await findEventAttempt(ctx, event, keys, card)
  if (!attempt) return cardEvent.is === 'payment' ? 'not-ours' : reportUnmatched(ctx, event, cardEvent.is, keys)
  // Records disputes before settlement, because a disputed payment must not grant Premium.
  if (cardEvent.is === 'dispute')
    await recordDispute(ctx, attempt.id, (await card?.queryDispute?.(keys)) ?? cardEvent.said)
  const outcome =
    attempt.state === 'paid' ? 'already-settled' : await applyVerdict(ctx, attempt, await queryProvider(attempt))
  if (outcome === 'silent') await scheduleAttemptCheck(ctx.db, attempt.id, new Date(ctx.now.getTime() + CONFIRM_MS))
  return cardEvent.is === 'refund' ? handleRefundEvent(ctx, attempt.id) : outcome
}

/**
 * Returns the payment attempt of a webhook event. If no attempt has one of the event's keys, asks the provider for the
 * checkout id and searches by it.
 */
async function findEventAttempt(
  { db }: Pick<Context, 'db'>,
  { provider }: InboxEvent,
  keys: readonly string[],
  card: CardAccount | undefined,
): Promise<Attempt | undefined> {
  const knownId = await selectCardAttempt(db, provider, keys)
  if (knownId) return selectAttempt(db, knownId)
  const checkout = await card?.findCheckout?.(keys)
  const foundId = checkout && (await selectCardAttempt(db, provider, [checkout.checkoutRequestId]))
  if (!foundId) return undefined
  await updatePaymentIntentId(db, foundId, checkout.intent)
  return selectAttempt(db, foundId)
}

function reportUnmatched(ctx: Context, { id, provider }: InboxEvent, is: string, keys: readonly string[]): string {
  ctx.log.info('payment-alert', { what: `unmatched-${is}`, provider, keys, inbox: id })
  return `unmatched ${is} ${keys.join(' ')}`
}
