import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { updatePeriodHid } from './queries.ts'

/** What a user may do that depends on their plan. Everybody asks here. */
export type Rights = {
  premium: boolean
  /** Distinct posts of others in the feed, each day; null: without limit. */
  feedPosts: number | null
}

/** What a plan, or none, gives on this instance. */
export const rightsWith = (
  premium: boolean,
  config: Pick<Context['config'], 'feedDailyPremium' | 'feedDailyFree'>,
): Rights => ({ premium, feedPosts: premium ? config.feedDailyPremium : config.feedDailyFree })

type PlanContext = Pick<Context, 'db' | 'now' | 'config'>

/**
 * Hiding is Premium's; what is hidden already stays hidden without it. It uses the time paid for that runs, which this
 * gives: asked in the transaction that hides, so that whoever takes that time back sees it used or comes first.
 * @throws Problem 'premium-required' when the user may not hide anybody's posts now.
 */
export async function usePlanToHide({ db, now, config }: PlanContext, user: UserId): Promise<string> {
  const period = await updatePeriodHid(db, user, config.payments.livemode, now)
  if (!period) throw new Problem('premium-required', 'Hiding posts is part of the Premium Plan.')
  return period.id
}
