import type { Attempt } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import { cardAccountAt } from './card-account.ts'
import { promptVerdict } from './mpesa/prompt-verdict.ts'
import type { Verdict } from './verdict.ts'

export type QueryAttempt = (attempt: Attempt) => Promise<Verdict>

/** Queries the providers configured on this instance; any other provider counts as silent. */
export const queryProvider =
  (ctx: Context): QueryAttempt =>
  async (attempt) => {
    if (attempt.provider === 'mpesa') return promptVerdict(ctx, attempt)
    return (await cardAccountAt(ctx, attempt.provider)?.ask(attempt)) ?? { is: 'silent' }
  }
