import type { FollowState } from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { noUser, visibleUser } from '#features/users/visible-user.ts'
import type { UserContext } from '#platform/context.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { deleteFollow, insertFollow, selectFollows } from './queries.ts'

// product.md §2.12: `following` is sent whole, so it has an end.
const MOST_FOLLOWED = 5_000

/**
 * The viewer follows a user. Following again changes nothing.
 * @throws Problem 'validation-failed' for oneself; 'not-found' as `visibleUser`; 'conflict' above 5,000 users.
 */
export async function followUser(ctx: UserContext, id: UserId): Promise<FollowState> {
  if (id === ctx.viewer) throw fieldProblem('id', 'self', 'You cannot follow yourself.')
  const user = await visibleUser(ctx, id)
  const followed = await insertFollow(ctx.db, ctx.viewer, user, MOST_FOLLOWED, ctx.now)
  if (!followed) throw noUser()
  const { added, following, followerCount } = followed
  if (!added && following >= MOST_FOLLOWED && !(await selectFollows(ctx.db, ctx.viewer, user)))
    throw new Problem('conflict', 'You follow 5,000 people already. Unfollow somebody first.')
  return { followedByMe: true, followerCount }
}

/**
 * The viewer follows a user no more; nothing changes when they did not.
 * @throws Problem 'validation-failed' for oneself; 'not-found' as `visibleUser`.
 */
export async function unfollowUser(ctx: UserContext, id: UserId): Promise<FollowState> {
  if (id === ctx.viewer) throw fieldProblem('id', 'self', 'You cannot unfollow yourself.')
  const user = await visibleUser(ctx, id)
  const { followerCount } = (await deleteFollow(ctx.db, ctx.viewer, user)) ?? { followerCount: 0 }
  return { followedByMe: false, followerCount }
}
