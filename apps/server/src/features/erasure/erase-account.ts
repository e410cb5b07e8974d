import { HOUR_MS } from '@pawtrait/contract/durations.ts'
import { RESTORE_DAYS } from '@pawtrait/contract/erasure.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { eraseComments } from '#features/comments/departed-comments.ts'
import { erasePhotos } from '#features/media/files/erase-photos.ts'
import { eraseUploads } from '#features/media/uploads/erase-uploads.ts'
import { forgetReported } from '#features/moderation/reported-photos.ts'
import { eraseActor } from '#features/notifications/erase-actor.ts'
import { passOnPets } from '#features/pets/pass-on-pets.ts'
import { erasePosts } from '#features/posts/erase-posts.ts'
import { eraseStories } from '#features/stories/erase-stories.ts'
import { departedBefore, leave, lockWhetherHere, removeUser } from '#features/users/account/leave.ts'
import type { Context } from '#platform/context.ts'
import { retryPassedOver, tryRow } from '#platform/database/each-row.ts'
import { deleteIdempotencyKeysOf } from '#platform/http/idempotency.ts'
import { settleDeparted } from './departed.ts'
import { deleteSetAsideOf } from './queries.ts'

// A return that began in the last moment has ended an hour later.
const erasedAfterMs = (RESTORE_DAYS * 24 + 1) * HOUR_MS
const AT_ONCE = 20
// What takes longer is joined by the job: two at once do no harm.
const GOES_ON_SECONDS = 60

/**
 * Erases an account: all that somebody who has left has here, but for what the books must keep. Others' numbers are
 * right afterwards, and answers to what was said keep their place. Killed anywhere, it goes on where it was when it is
 * run again; the user's own row goes last. Files go by jobs that it leaves behind.
 */
export async function eraseAccount(ctx: Context, user: UserId): Promise<void> {
  if ((await ctx.transaction(({ db }) => lockWhetherHere(db, user))) !== false) return
  await settleDeparted(ctx, user)
  await erasePosts(ctx, user)
  await eraseStories(ctx, user)
  await eraseComments(ctx, user)
  await eraseActor(ctx, user)
  await erasePhotos(ctx, user)
  await eraseUploads(ctx, user)
  await ctx.transaction(async (tx) => {
    if ((await lockWhetherHere(tx.db, user)) !== false) return
    await deleteSetAsideOf(tx.db, user)
    await forgetReported(tx, user)
    await deleteIdempotencyKeysOf(tx.db, user)
    await removeUser(tx, user)
    // What is nobody's now goes at once, and not when the clock says so: ZIPs hold all there was.
    await tx.job('sweep-exports', {})
    await tx.job('sweep-imports', {})
  })
  await passOnPets(ctx)
  ctx.log.info('account-erased', { user })
}

/**
 * Erases an account now, without thirty days to think: on the word of the operator. Killed on the way, a job goes on
 * where it was.
 */
export async function eraseAtOnce(ctx: Context, user: UserId): Promise<void> {
  await ctx.transaction(async (tx) => {
    await leave(ctx, tx, user)
    await tx.job('erase-account', { user }, { startAfterSeconds: GOES_ON_SECONDS })
  })
  await eraseAccount(ctx, user)
}

/**
 * Erases the accounts that were deleted thirty days ago. One that fails does not hold up the others.
 * @throws Error when an account failed: the queue tries the job again, as it does any other
 */
export async function eraseDue(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - erasedAfterMs)
  const failed: UserId[] = []
  const select = () => departedBefore(ctx.db, before, failed, AT_ONCE)
  for (let due = await select(); due.length > 0; due = await select())
    for (const user of due)
      if (!(await tryRow(ctx, 'erase-accounts', user, () => eraseAccount(ctx, user)))) failed.push(user)
  retryPassedOver(failed.length)
}
