import type { Verdict } from '#features/payments/providers/verdict.ts'
import type { Attempt } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { queryPrompt } from './mpesa-client.ts'

// Rate limit for all M-Pesa queries of this instance. Daraja has its own limit, but does not document it.
const QUERY_LIMIT = { key: 'mpesa-queries', most: 30, seconds: 10 }

async function mayQuery(ctx: Context): Promise<boolean> {
  try {
    await countAttempt(ctx.db, ctx.clock.now(), [QUERY_LIMIT])
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** Queries the result of a prompt; returns `silent` if the rate limit is reached. */
export async function queryPromptVerdict(
  ctx: Context,
  { checkoutRequestId }: Pick<Attempt, 'checkoutRequestId'>,
): Promise<Verdict> {
  const { mpesa } = ctx.config.payments
  if (!mpesa || checkoutRequestId === null || !(await mayQuery(ctx))) return { is: 'silent' }
  return queryPrompt(ctx, mpesa, checkoutRequestId)
}
