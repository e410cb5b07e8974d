import type { Attempt } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import { findCardAccountOfProvider } from './card-account.ts'
import { queryPromptVerdict } from './mpesa/prompt-verdict.ts'
import type { Verdict } from './verdict.ts'

export type ProviderQuery = (attempt: Attempt) => Promise<Verdict>

/** Queries the attempt's provider. Returns `silent` if the provider is not configured on this instance. */
export const createProviderQuery =
  (ctx: Context): ProviderQuery =>
  async (attempt) => {
    if (attempt.provider === 'mpesa') return queryPromptVerdict(ctx, attempt)
    return (await findCardAccountOfProvider(ctx, attempt.provider)?.queryAttempt(attempt)) ?? { is: 'silent' }
  }
