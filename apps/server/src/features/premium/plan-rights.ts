import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { updateFirstHideAt } from './queries.ts'

/** Rights that depend on the plan. All features read these rights only through this file. */
export type PlanRights = {
  premium: boolean
  /** Number of other users' posts that the feed delivers per day, each counted once; null means unlimited. */
  feedPosts: number | null
}

export const getPlanRights = (
  premium: boolean,
  config: Pick<Context['config'], 'feedDailyPremium' | 'feedDailyFree'>,
): PlanRights => ({ premium, feedPosts: premium ? config.feedDailyPremium : config.feedDailyFree })

type PlanContext = Pick<Context, 'db' | 'now' | 'config'>

/**
 * Checks that the user may hide posts (a right of Premium) and marks the current period as used. Returns the period's
 * id. Call it in the transaction that stores the hide: a concurrent refund then sees the use, or commits first. When
 * Premium ends, hidden posts stay hidden.
 * @throws Problem 'premium-required' when the user has no Premium now.
 */
export async function requireHideRight({ db, now, config }: PlanContext, user: UserId): Promise<string> {
  const period = await updateFirstHideAt(db, user, config.payments.livemode, now)
  if (!period) throw new Problem('premium-required', 'Hiding posts is part of the Premium Plan.')
  return period.id
}
