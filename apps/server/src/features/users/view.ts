import type { UserId } from '@pawtrait/contract/ids.ts'
import type { OwnUser } from '@pawtrait/contract/users.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { mediaAddress } from './account/media-address.ts'
import { selectOwnUser } from './queries.ts'

/**
 * The account as its holder sees it.
 * @throws Problem 'unauthenticated' when it is gone.
 */
export async function ownUser(ctx: Pick<Context, 'db' | 'now' | 'config'>, id: UserId): Promise<OwnUser> {
  const { livemode } = ctx.config.payments
  const row = await selectOwnUser(ctx.db, id, { livemode, now: ctx.now })
  if (!row) throw new Problem('unauthenticated', 'Log in to do this.')
  const { imageName, followers, followings, posts, isPremium, ...rest } = row
  return {
    ...rest,
    image: mediaAddress(imageName),
    counts: { followers, following: followings, posts },
    plan: isPremium ? 'premium' : 'free',
  }
}
