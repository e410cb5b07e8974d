import type { Ask } from '#features/payments/inbox/handle-event.ts'
import type { Attempt } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/throttle.ts'
import { queryPrompt } from './mpesa/mpesa-client.ts'
import { verifyPaystack } from './paystack/paystack-client.ts'
import { retrieveStripe } from './stripe/stripe-client.ts'
import type { Verdict } from './verdict.ts'

// What Daraja allows in a second is not written anywhere (payments.md §1.4): one limiter for the whole instance.
const QUERIES = { key: 'mpesa-queries', most: 30, seconds: 10 }

/** Whether the whole instance may ask Daraja once more now. */
async function mayQuery(ctx: Context): Promise<boolean> {
  try {
    await countAttempt(ctx.db, ctx.clock.now(), [QUERIES])
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** Asks whoever took an attempt what became of it, with the settings of this instance. */
export const askProvider =
  (ctx: Context): Ask =>
  async (attempt: Attempt): Promise<Verdict> => {
    const { mpesa, card } = ctx.config.payments
    if (attempt.provider === 'mpesa') {
      if (!mpesa || attempt.checkoutRequestId === null || !(await mayQuery(ctx))) return { is: 'silent' }
      return queryPrompt(ctx, mpesa, attempt.checkoutRequestId)
    }
    if (card?.provider !== attempt.provider) return { is: 'silent' }
    if (card.provider === 'paystack') return verifyPaystack(card, attempt.reference)
    return attempt.checkoutRequestId === null ? { is: 'silent' } : retrieveStripe(card, attempt.checkoutRequestId)
  }
