import { HOUR_MS } from '@pawtrait/contract/durations.ts'
import { RESTORE_DAYS } from '@pawtrait/contract/erasure.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { eraseComments } from '#features/comments/erase-comments.ts'
import { erasePhotos } from '#features/media/files/erase-photos.ts'
import { eraseUploads } from '#features/media/uploads/upload-store.ts'
import { eraseReportTextsOfOwner } from '#features/moderation/reported-photos.ts'
import { eraseNotificationActor } from '#features/notifications/erase-actor.ts'
import { transferOwnerlessPets } from '#features/pets/transfer-ownerless-pets.ts'
import { erasePosts } from '#features/posts/erase-posts.ts'
import { eraseStories } from '#features/stories/erase-stories.ts'
import {
  findUsersDeletedBefore,
  lockAndCheckUndeleted,
  removeUser,
  softDeleteUser,
} from '#features/users/account/soft-delete.ts'
import type { Context } from '#platform/context.ts'
import { retrySkippedRows, tryRow } from '#platform/database/for-each-row.ts'
import { deleteIdempotencyKeysOf } from '#platform/http/idempotency.ts'
import { deleteSetAsideRowsOfTarget } from './queries.ts'
import { syncDetachedRows } from './sync-detached-rows.ts'

// One hour longer than the restore period: a restore that starts at the last moment must finish before the erasure.
const ERASE_AFTER_MS = (RESTORE_DAYS * 24 + 1) * HOUR_MS
const BATCH_SIZE = 20
// Delay of the job that completes an erasure if `eraseAccountNow` crashed. Both may run at the same time.
const FALLBACK_AFTER_SECONDS = 60

/**
 * Erases a soft-deleted account, except accounting records. Other users' counters stay correct, and replies to its
 * comments remain. Deletes the user's row last, so that the erasure can be repeated after a crash. Enqueues the
 * deletion of files.
 */
export async function eraseAccount(ctx: Context, user: UserId): Promise<void> {
  if ((await ctx.transaction(({ db }) => lockAndCheckUndeleted(db, user))) !== false) return
  await syncDetachedRows(ctx, user)
  await erasePosts(ctx, user)
  await eraseStories(ctx, user)
  await eraseComments(ctx, user)
  await eraseNotificationActor(ctx, user)
  await erasePhotos(ctx, user)
  await eraseUploads(ctx, user)
  await ctx.transaction(async (tx) => {
    if ((await lockAndCheckUndeleted(tx.db, user)) !== false) return
    await deleteSetAsideRowsOfTarget(tx.db, user)
    await eraseReportTextsOfOwner(tx, user)
    await deleteIdempotencyKeysOf(tx.db, user)
    await removeUser(tx, user)
    // Deletes the user's export and import ZIPs, which contain all their data, now instead of at the scheduled sweep.
    await tx.job('sweep-exports', {})
    await tx.job('sweep-imports', {})
  })
  await transferOwnerlessPets(ctx)
  ctx.log.info('account-erased', { user })
}

/** Erases an account for the operator without waiting thirty days. After a crash, a job completes the erasure. */
export async function eraseAccountNow(ctx: Context, user: UserId): Promise<void> {
  await ctx.transaction(async (tx) => {
    await softDeleteUser(ctx, tx, user)
    await tx.job('erase-account', { user }, { startAfterSeconds: FALLBACK_AFTER_SECONDS })
  })
  await eraseAccount(ctx, user)
}

/**
 * Erases accounts that were deleted at least thirty days and one hour ago. Continues after a failure, then throws, so
 * that the job is retried.
 */
export async function eraseExpiredAccounts(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - ERASE_AFTER_MS)
  const failed: UserId[] = []
  const select = () => findUsersDeletedBefore(ctx.db, before, failed, BATCH_SIZE)
  for (let due = await select(); due.length > 0; due = await select())
    for (const user of due)
      if (!(await tryRow(ctx, 'erase-accounts', user, () => eraseAccount(ctx, user)))) failed.push(user)
  retrySkippedRows(failed.length)
}
