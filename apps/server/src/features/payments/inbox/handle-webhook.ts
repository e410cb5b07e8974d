import { updateAttemptIntent } from '#features/payments/disputes/dispute-queries.ts'
import { recordDispute } from '#features/payments/disputes/record-dispute.ts'
import { applyVerdict } from '#features/payments/ledger/apply-verdict.ts'
import type { Ask } from '#features/payments/providers/ask-provider.ts'
import { cardAt } from '#features/payments/providers/card-here.ts'
import type { CardAccount, CardEvent } from '#features/payments/providers/card-provider.ts'
import {
  type Attempt,
  type InboxEvent,
  selectAttempt,
  selectCardAttempt,
  updateAttemptDue,
} from '#features/payments/queries.ts'
import { handleRefund } from '#features/payments/refunds/handle-refund.ts'
import type { Context } from '#platform/context.ts'

const CONFIRM_MS = 10_000

/**
 * What a card provider says, in any order: what is true of a payment is asked, whatever the event was.
 * @throws when a provider that has to be asked does not answer; the event is then worked again.
 */
export async function handleWebhook(ctx: Context, event: InboxEvent, said: CardEvent, ask: Ask): Promise<string> {
  if (said.is === 'other') return 'other'
  const { keys } = said
  const card = cardAt(ctx, event.provider)
  const attempt = await attemptOf(ctx, event, keys, card)
  if (!attempt) return said.is === 'payment' ? 'not-ours' : unmatched(ctx, event, said.is, keys)
  // Before the payment is settled: what the bank has taken up is not granted.
  if (said.is === 'dispute') await recordDispute(ctx, attempt.id, (await card?.askDispute?.(keys)) ?? said.said)
  const outcome = attempt.state === 'paid' ? 'already-settled' : await applyVerdict(ctx, attempt, await ask(attempt))
  if (outcome === 'silent') await updateAttemptDue(ctx.db, attempt.id, new Date(ctx.now.getTime() + CONFIRM_MS))
  return said.is === 'refund' ? handleRefund(ctx, attempt.id) : outcome
}

/** The attempt that an event is about; where we know none of its keys, as the provider looks it up. */
async function attemptOf(
  { db }: Pick<Context, 'db'>,
  { provider }: InboxEvent,
  keys: readonly string[],
  card: CardAccount | undefined,
): Promise<Attempt | undefined> {
  const known = await selectCardAttempt(db, provider, keys)
  if (known) return selectAttempt(db, known)
  const checkout = await card?.lookUp?.(keys)
  const found = checkout && (await selectCardAttempt(db, provider, [checkout.checkoutRequestId]))
  if (!found) return undefined
  await updateAttemptIntent(db, found, checkout.intent)
  return selectAttempt(db, found)
}

/** Money moved that no payment here knows: a line for the operator, whose name for it is the provider's. */
function unmatched(ctx: Context, { id, provider }: InboxEvent, is: string, keys: readonly string[]): string {
  ctx.log.info('payment-alert', { what: `unmatched-${is}`, provider, keys, inbox: id })
  return `unmatched ${is} ${keys.join(' ')}`
}
