import type { Attempt } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import { cardAt } from './card-account.ts'
import { askPrompt } from './mpesa/prompt-verdict.ts'
import type { Verdict } from './verdict.ts'

export type Ask = (attempt: Attempt) => Promise<Verdict>

/** Asks the providers configured on this instance; any other provider counts as silent. */
export const askProvider =
  (ctx: Context): Ask =>
  async (attempt) => {
    if (attempt.provider === 'mpesa') return askPrompt(ctx, attempt)
    return (await cardAt(ctx, attempt.provider)?.ask(attempt)) ?? { is: 'silent' }
  }
