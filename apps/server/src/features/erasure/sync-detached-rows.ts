import type { UserId } from '@pawtrait/contract/ids.ts'
import { detachableCommentLikes } from '#features/comments/erase-comments.ts'
import { detachableFollows } from '#features/follows/detachable-follows.ts'
import { detachableLikes } from '#features/likes/detachable-likes.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import { lockAndCheckActive } from '#features/users/account/soft-delete.ts'
import type { Context } from '#platform/context.ts'
import type { DetachableRows } from '#platform/database/detachable-rows.ts'
import { insertSetAsideRows, moveSetAsideFollows, popSetAsideRows, selectSetAsideTargets } from './queries.ts'

const BATCH_SIZE = 200

const kinds: readonly DetachableRows[] = [...detachableFollows, detachableLikes, detachableCommentLikes]

/**
 * Moves likes and follows of a deleted or suspended account to `set_aside`, where no counter includes them. Moves them
 * back once the account is active. Reads the current state of the account, so it may run twice or late. Batches keep
 * locks short.
 */
export async function syncDetachedRows(ctx: Context, user: UserId): Promise<void> {
  for (const kind of kinds) while (await syncBatch(ctx, user, kind));
}

const syncBatch = (ctx: Context, user: UserId, { kind, people, detach, reattach }: DetachableRows) =>
  ctx.transaction(async (tx) => {
    const { db } = tx
    const followedIds = await people?.(db, user, BATCH_SIZE)
    const setAsideIds = people && (await selectSetAsideTargets(db, user, kind, BATCH_SIZE))
    await lockUsers(tx, user, ...(followedIds ?? []), ...(setAsideIds ?? []))
    const isCounted = await lockAndCheckActive(db, user)
    if (isCounted === undefined) return false
    if (isCounted) await moveSetAsideFollows(db, user)
    const rows = isCounted ? await popSetAsideRows(db, user, kind, BATCH_SIZE) : await detach(db, user, BATCH_SIZE)
    if (rows.length === 0) return false
    if (isCounted) await reattach(db, user, rows)
    else await insertSetAsideRows(db, user, kind, rows)
    return true
  })
