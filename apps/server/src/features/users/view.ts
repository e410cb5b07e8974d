import type { UserId } from '@pawtrait/contract/ids.ts'
import type { OwnUser, Viewer } from '@pawtrait/contract/users.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectFollowed } from './account/followed-queries.ts'
import { userCard } from './account/user-card.ts'
import { selectViewer } from './account/viewer-queries.ts'

type Asking = Pick<Context, 'db' | 'now' | 'config'>

/**
 * The account as its holder's screens have it.
 * @throws Problem 'unauthenticated' when it is gone.
 */
export async function viewerOf({ db, now, config }: Asking, id: UserId): Promise<Viewer> {
  const row = await selectViewer(db, id, { livemode: config.payments.livemode, now })
  if (!row) throw new Problem('unauthenticated', 'Log in to do this.')
  const { followers, followings, posts, isPremium, isUnconfirmedMinor, ...account } = row
  return {
    ...userCard(account),
    counts: { followers, following: followings, posts },
    plan: isPremium ? 'premium' : 'free',
    ...(isUnconfirmedMinor && config.guardianConsent && { guardianNeeded: true as const }),
  }
}

/** The answer to a log-in: `viewerOf` and whom they follow, newest first, whole (at most 5,000; product.md §2.10). */
export async function ownUser(ctx: Asking, id: UserId): Promise<OwnUser> {
  return { ...(await viewerOf(ctx, id)), following: await selectFollowed(ctx.db, id) }
}
