import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectIsPremium } from './queries.ts'

/** What a user may do that depends on their plan. Everybody asks here. */
export type Rights = {
  premium: boolean
  /** Distinct posts of others in the feed, each day; null: without limit. */
  feedPosts: number | null
  /** Hide the posts of a user or a pet; what is hidden already stays hidden without it. */
  hide: boolean
}

/** What a plan, or none, gives on this instance. */
export const rightsWith = (
  premium: boolean,
  config: Pick<Context['config'], 'feedDailyPremium' | 'feedDailyFree'>,
): Rights => ({ premium, feedPosts: premium ? config.feedDailyPremium : config.feedDailyFree, hide: premium })

type Doors = Pick<Context, 'db' | 'now' | 'config'>

/** Read for each request, one look at an index: a purchase counts at once, an end to the second. */
async function rightsOf({ db, now, config }: Doors, user: UserId): Promise<Rights> {
  return rightsWith(await selectIsPremium(db, user, config.payments.livemode, now), config)
}

/** @throws Problem 'premium-required' when the user may not hide anybody's posts now. */
export async function mustMayHide(ctx: Doors, user: UserId) {
  const { hide } = await rightsOf(ctx, user)
  if (!hide) throw new Problem('premium-required', 'Hiding posts is part of the Premium Plan.')
}
