import type { FollowState } from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { invalidateSignedUrls } from '#features/users/account/invalidate-signed-urls.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { canSeeUser, requireVisibleUser, userNotFoundProblem } from '#features/users/account/visible-user.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { lockVisibleUser } from './lock-visible-user.ts'
import {
  deleteCloseFriendsBetween,
  deleteFollow,
  deleteFollowRequestsBetween,
  insertFollow,
  insertFollowRequest,
  selectAccountSummary,
  selectFollow,
  withdrawFollowRequest,
} from './queries.ts'

// The API returns the ids of all followed users in one response, so the number of follows is limited.
const MAX_FOLLOWED = 5_000

/**
 * Follows a user, or sends a follow request if the account is private; idempotent.
 * @throws Problem 'validation-failed' (own id), 'not-found' (invisible), 'conflict' above 5,000, 'too-many-requests'
 */
export async function followUser(ctx: UserContext, id: UserId): Promise<FollowState> {
  if (id === ctx.viewer) throw fieldProblem('id', 'self', 'You cannot follow yourself.')
  await requireVisibleUser(ctx, id)
  await enforceRateLimit(ctx, 'follows')
  return ctx.transaction(async (tx) => {
    const user = await lockVisibleUser(ctx, tx, id)
    const account = await selectAccountSummary(tx.db, user, ctx.viewer)
    if (!account) throw userNotFoundProblem()
    if (!account.isPrivate || (await selectFollow(tx.db, ctx.viewer, user)))
      return beginFollow(tx, ctx.viewer, user, ctx.now)
    const request = await insertFollowRequest(tx.db, ctx.viewer, user, ctx.now)
    if (request?.added) await tx.emit('follow-asked', { userId: user, by: ctx.viewer })
    return { followedByMe: false, requestedByMe: true, followerCount: account.followerCount }
  })
}

/** Inserts a follow between two locked users; idempotent. @throws Problem 'not-found'; 'conflict' above 5,000 */
export async function beginFollow(
  tx: Tx,
  follower: UserId,
  followee: Parameters<typeof insertFollow>[2],
  now: Date,
): Promise<FollowState> {
  const result = await insertFollow(tx.db, follower, followee, MAX_FOLLOWED, now)
  if (!result) throw userNotFoundProblem()
  const { added, following, followerCount } = result
  if (!added && following >= MAX_FOLLOWED && !(await selectFollow(tx.db, follower, followee)))
    throw new Problem('conflict', 'You follow 5,000 people already. Unfollow someone first.')
  if (added) await tx.emit('user-followed', { userId: followee, by: follower })
  return { followedByMe: true, requestedByMe: false, followerCount }
}

/**
 * Ends the viewer's follow or follow request. A repeated call succeeds if the viewer can see the user. Otherwise
 * `followerCount` is 0.
 * @throws Problem 'validation-failed' for the viewer's own id; 'not-found' if the viewer cannot see the user and there
 * is no follow or request to end
 */
export async function unfollowUser(ctx: UserContext, id: UserId): Promise<FollowState> {
  if (id === ctx.viewer) throw fieldProblem('id', 'self', 'You cannot unfollow yourself.')
  const { followerCount, changed } = await ctx.transaction(async (tx) => {
    await lockUsers(tx, ctx.viewer, id)
    const request = await withdrawFollowRequest(tx.db, ctx.viewer, id, ctx.now)
    if (request) await tx.emit('follow-asking-ended', { userId: id, by: ctx.viewer })
    const result = await endFollow(tx, ctx.viewer, id)
    // Invalidates the signed photo URLs of a private account, so that the former follower cannot use them any more. A
    // user cannot trigger this repeatedly, because each new follow needs an acceptance.
    if (result.removed && result.isPrivate) await invalidateSignedUrls(tx, [id])
    return { followerCount: result.followerCount, changed: request !== undefined || result.removed }
  })
  const isSeen = await canSeeUser(ctx, id)
  if (!isSeen && !changed) throw userNotFoundProblem()
  return { followedByMe: false, requestedByMe: false, followerCount: isSeen ? followerCount : 0 }
}

/** Deletes a follow if it exists. `followerCount`: the followed user's number of followers afterwards. */
async function endFollow(tx: Tx, follower: UserId, followee: UserId) {
  const result = await deleteFollow(tx.db, follower, followee)
  if (result?.removed) await tx.emit('user-unfollowed', { userId: followee, by: follower })
  return result ?? { followerCount: 0, removed: false, isPrivate: false }
}

/** Removes a follower of the viewer without notification. @throws Problem 'not-found' for an invisible user */
export async function removeFollower(ctx: UserContext, id: UserId): Promise<void> {
  const user = await requireVisibleUser(ctx, id)
  await ctx.transaction(async (tx) => {
    await endFollow(tx, user, ctx.viewer)
    await invalidateSignedUrls(tx, [ctx.viewer])
  })
}

/** Ends all follows, requests and close friendships between two users. Locks both, so that no new follow begins. */
export async function endRelationsBetween(tx: Tx, a: UserId, b: UserId): Promise<void> {
  await lockUsers(tx, a, b)
  await endFollow(tx, a, b)
  await endFollow(tx, b, a)
  await deleteFollowRequestsBetween(tx.db, a, b)
  await deleteCloseFriendsBetween(tx.db, a, b)
}
