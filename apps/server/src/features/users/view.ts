import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SignedInUser, Viewer } from '@pawtrait/contract/users.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectFollowedUsers } from './account/followed-queries.ts'
import { toUserCard } from './account/user-card.ts'
import { selectViewer } from './account/viewer-queries.ts'

type ViewContext = Pick<Context, 'db' | 'now' | 'config'>

/** Returns the account as its holder sees it. @throws Problem 'unauthenticated' when the account is deleted. */
export async function readViewer({ db, now, config }: ViewContext, id: UserId): Promise<Viewer> {
  const row = await selectViewer(db, id, { livemode: config.payments.livemode, now })
  if (!row) throw new Problem('unauthenticated', 'Log in to do this.')
  const { followers, followings, posts, isPremium, isUnconfirmedMinor, ...account } = row
  return {
    ...toUserCard(account),
    counts: { followers, following: followings, posts },
    plan: isPremium ? 'premium' : 'free',
    ...(isUnconfirmedMinor && config.guardianConsent && { guardianNeeded: true as const }),
  }
}

/**
 * Returns the response to a log-in: `readViewer` and the ids of all visible followed users, newest follow first. A user
 * can follow at most 5,000 users.
 */
export async function getOwnUser(ctx: ViewContext, id: UserId): Promise<SignedInUser> {
  return { ...(await readViewer(ctx, id)), following: await selectFollowedUsers(ctx.db, id) }
}
