import type { FollowState } from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { closeAddresses } from '#features/users/account/close-addresses.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { noUser, seesUser, visibleUser } from '#features/users/account/visible-user.ts'
import { limitRate } from '#features/users/rate-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { lockedUser } from './locked-user.ts'
import {
  deleteCloseFriendsBetween,
  deleteFollow,
  deleteRequest,
  deleteRequestsBetween,
  insertFollow,
  insertRequest,
  selectAccount,
  selectFollows,
} from './queries.ts'

// product.md §2.12: `following` is sent whole, so it has an end.
const MOST_FOLLOWED = 5_000

/**
 * The viewer follows a user, or asks to, when the account is private. Again changes nothing.
 * @throws Problem 'validation-failed' for oneself; 'not-found' as `visibleUser`; 'conflict' above 5,000 users;
 *   as `limitRate`.
 */
export async function followUser(ctx: UserContext, id: UserId): Promise<FollowState> {
  if (id === ctx.viewer) throw fieldProblem('id', 'self', 'You cannot follow yourself.')
  await visibleUser(ctx, id)
  await limitRate(ctx, 'follows')
  return ctx.transaction(async (tx) => {
    const user = await lockedUser(ctx, tx, id)
    const account = await selectAccount(tx.db, user, ctx.viewer)
    if (!account) throw noUser()
    if (!account.isPrivate || (await selectFollows(tx.db, ctx.viewer, user)))
      return beginFollow(tx, ctx.viewer, user, ctx.now)
    const request = await insertRequest(tx.db, ctx.viewer, user, ctx.now)
    if (request?.added) await tx.emit('follow-asked', { userId: user, by: ctx.viewer })
    return { followedByMe: false, requestedByMe: true, followerCount: account.followerCount }
  })
}

/**
 * One user follows another from now on; both are locked. Following already changes nothing.
 * @throws Problem 'not-found' when one is gone; 'conflict' above 5,000 users.
 */
export async function beginFollow(
  tx: Tx,
  follower: UserId,
  followee: Parameters<typeof insertFollow>[2],
  now: Date,
): Promise<FollowState> {
  const followed = await insertFollow(tx.db, follower, followee, MOST_FOLLOWED, now)
  if (!followed) throw noUser()
  const { added, following, followerCount } = followed
  if (!added && following >= MOST_FOLLOWED && !(await selectFollows(tx.db, follower, followee)))
    throw new Problem('conflict', 'You follow 5,000 people already. Unfollow somebody first.')
  if (added) await tx.emit('user-followed', { userId: followee, by: follower })
  return { followedByMe: true, requestedByMe: false, followerCount }
}

/**
 * The viewer follows a user no more, nor asks to, also one who is not to be seen now; of their followers they are told
 * none then. Nothing changes when they did not.
 * @throws Problem 'validation-failed' for oneself; 'not-found' as `visibleUser`, when there was nothing to end.
 */
export async function unfollowUser(ctx: UserContext, id: UserId): Promise<FollowState> {
  if (id === ctx.viewer) throw fieldProblem('id', 'self', 'You cannot unfollow yourself.')
  const { followerCount, changed } = await ctx.transaction(async (tx) => {
    await lockUsers(tx, ctx.viewer, id)
    const request = await deleteRequest(tx.db, ctx.viewer, id, ctx.now)
    if (request) await tx.emit('follow-asking-ended', { userId: id, by: ctx.viewer })
    const ended = await endFollow(tx, ctx.viewer, id)
    // Whoever leaves a private account comes back only when they are let in again, so they cannot do this at will.
    if (ended.removed && ended.isPrivate) await closeAddresses(tx, [id])
    return { followerCount: ended.followerCount, changed: request !== undefined || ended.removed }
  })
  const isSeen = await seesUser(ctx, id)
  if (!isSeen && !changed) throw noUser()
  return { followedByMe: false, requestedByMe: false, followerCount: isSeen ? followerCount : 0 }
}

/** The follow between them ends, if there is one. `followerCount`: how many follow the user then. */
async function endFollow(tx: Tx, follower: UserId, followee: UserId) {
  const ended = await deleteFollow(tx.db, follower, followee)
  if (ended?.removed) await tx.emit('user-unfollowed', { userId: followee, by: follower })
  return ended ?? { followerCount: 0, removed: false, isPrivate: false }
}

/** Somebody follows the viewer no more; they are not told. @throws Problem 'not-found' as `visibleUser`. */
export async function removeFollower(ctx: UserContext, id: UserId): Promise<void> {
  const user = await visibleUser(ctx, id)
  await ctx.transaction(async (tx) => {
    await endFollow(tx, user, ctx.viewer)
    await closeAddresses(tx, [ctx.viewer])
  })
}

/** Whatever connects two people ends. Both are held until the transaction ends: no follow begins meanwhile. */
export async function endRelations(tx: Tx, a: UserId, b: UserId): Promise<void> {
  await lockUsers(tx, a, b)
  await endFollow(tx, a, b)
  await endFollow(tx, b, a)
  await deleteRequestsBetween(tx.db, a, b)
  await deleteCloseFriendsBetween(tx.db, a, b)
}
