import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectAttempt, selectAttemptByReference } from './queries.ts'
import { selectQueue } from './refund-rows.sql.ts'
import { settlePayment, type Settled } from './settle-payment.ts'

/** What waits for a person, oldest first. */
export const listQueue = (ctx: Pick<Context, 'db'>) => selectQueue(ctx.db)

/**
 * The operator has seen the money in M-Pesa's statement under the account that the payer typed or read.
 * @throws Problem 'not-found' for a reference that is nobody's; 'conflict' for a card, which its provider can be asked
 *   about, and for a code that is another payment's.
 */
export async function settleByHand(ctx: Context, reference: string, receiptCode: string): Promise<Settled> {
  const found = await selectAttemptByReference(ctx.db, reference)
  const attempt = found && (await selectAttempt(ctx.db, found.id))
  if (!attempt) throw new Problem('not-found', `There is no payment "${reference}".`)
  if (attempt.provider !== 'mpesa')
    throw new Problem('conflict', `"${reference}" was to be paid by card: its provider knows.`)
  return settlePayment(ctx, {
    attempt: attempt.id,
    providerTxnId: attempt.checkoutRequestId ?? receiptCode,
    amountMinor: BigInt(attempt.amountMinor),
    currency: attempt.currency,
    livemode: attempt.livemode,
    receiptCode,
    method: null,
    confirmedBy: 'operator',
  })
}
