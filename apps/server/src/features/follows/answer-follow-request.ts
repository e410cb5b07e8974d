import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { requireVisibleUser } from '#features/users/account/visible-user.ts'
import type { Context, Tx, UserContext } from '#platform/context.ts'
import { forEachRow, retrySkippedRows } from '#platform/database/for-each-row.ts'
import { Problem } from '#platform/problem.ts'
import { beginFollow } from './follow-user.ts'
import { lockVisibleUser } from './lock-visible-user.ts'
import {
  deleteDeclinedFollowRequests,
  deletePendingFollowRequest,
  markFollowRequestDeclined,
  selectAccountSummary,
  selectPendingFollowRequests,
} from './queries.ts'

const noRequestProblem = () => new Problem('not-found', 'This request was cancelled or answered.')
const REREQUEST_AFTER_MS = 30 * DAY_MS // a declined user can send a new request after 30 days

/**
 * Accepts a follow request to the viewer.
 * @throws Problem 'not-found' if the viewer cannot see the user, or the user has no pending request; 'conflict' if that
 * user follows 5,000 users.
 */
export async function acceptFollowRequest(ctx: UserContext, id: UserId): Promise<void> {
  await requireVisibleUser(ctx, id)
  await ctx.transaction(async (tx) => {
    const user = await lockVisibleUser(ctx, tx, id)
    if (!(await deletePendingFollowRequest(tx.db, user, ctx.viewer))) throw noRequestProblem()
    await startFollowing(tx, user, ctx.viewer, ctx.now)
  })
}

async function startFollowing(tx: Tx, follower: UserId, followee: UserId, now: Date) {
  await beginFollow(tx, follower, await requireVisibleUser({ db: tx.db, viewer: follower }, followee), now)
  await tx.emit('follow-accepted', { userId: follower, by: followee })
}

/**
 * Declines a request without notification.
 * @throws Problem 'not-found' if the viewer cannot see the user, or the user has no pending request
 */
export async function declineFollowRequest(ctx: UserContext, id: UserId): Promise<void> {
  const user = await requireVisibleUser(ctx, id)
  await ctx.transaction(async (tx) => {
    if (!(await markFollowRequestDeclined(tx.db, user, ctx.viewer, ctx.now))) throw noRequestProblem()
    await tx.emit('follow-asking-ended', { userId: ctx.viewer, by: user })
  })
}

/**
 * Accepts all follow requests to an account that is no longer private. Deletes the request of a user who already
 * follows 5,000 users or can no longer see the account.
 * @throws Error when a request failed, so that the job is retried
 */
export async function acceptAllFollowRequests(ctx: Context, followee: UserId): Promise<void> {
  const isPublic = async () => (await selectAccountSummary(ctx.db, followee, followee))?.isPrivate === false
  const select = async (after: string) =>
    (await isPublic()) ? selectPendingFollowRequests(ctx.db, followee, after, 100) : []
  const failed = await forEachRow(ctx, 'open-account', select, ({ id: follower }) =>
    ctx.transaction(async (tx) => {
      await lockUsers(tx, follower, followee)
      // Accepts nothing if the account has become private again since the job started.
      if ((await selectAccountSummary(tx.db, followee, followee))?.isPrivate !== false) return
      if (!(await deletePendingFollowRequest(tx.db, follower, followee))) return
      await startFollowing(tx, follower, followee, ctx.now).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
      })
    }),
  )
  retrySkippedRows(failed)
}

/** Deletes requests that were declined at least 30 days ago, so that their senders can send a new one. */
export const sweepDeclinedRequests = (ctx: Context) =>
  deleteDeclinedFollowRequests(ctx.db, new Date(ctx.now.getTime() - REREQUEST_AFTER_MS))
