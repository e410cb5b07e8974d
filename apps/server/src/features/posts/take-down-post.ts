import type { PostId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { restorePhotos, takeDownPhotos } from '#features/media/files/take-down-photos.ts'
import type { Tx } from '#platform/context.ts'
import {
  erasePost,
  lockPostState,
  type PostState,
  pinPostIfNoneIsPinned,
  updateArchivedAt,
  updateHiddenAt,
  updateTakenDownAt,
} from './edit-queries.ts'
import { restrictPhotoAccess, updatePhotoAccess } from './photo-access.ts'
import { lockAuthor, selectPostPhotoIds } from './queries.ts'

/** Fields of a post that `restorePost` restores. */
export type RestorablePostState = Pick<PostState, 'archivedAt' | 'pinnedAt'>

/** Locks the author's row, then the post's row. The lock order is documented at `lockAuthor`. */
async function lockAuthorAndPost(tx: Tx, post: PostId, author: PostState['authorId']) {
  await lockAuthor(tx.db, author)
  return lockPostState(tx.db, post)
}

async function removeFromLists(tx: Tx, postId: PostId, now: Date) {
  const archived = await updateArchivedAt(tx.db, postId, now.toISOString())
  if (!archived) return
  await restrictPhotoAccess(tx, postId)
  await tx.announce('post-left', { postId, ...archived })
}

type Target = { post: PostId; author: PostState['authorId']; now: Date }

/**
 * Hides a post from all but its author, who cannot unarchive it. Returns the post's previous state; undefined if the
 * post is deleted or taken down.
 */
export async function hidePost(tx: Tx, { post, author, now }: Target): Promise<RestorablePostState | undefined> {
  const before = await lockAuthorAndPost(tx, post, author)
  if (!before || before.takenDownAt) return undefined
  await removeFromLists(tx, post, now)
  await updateHiddenAt(tx.db, post, now.toISOString())
  return before
}

/**
 * Takes down a post: soft-deletes it; its photo URLs return 410. Returns the post's previous state; undefined if the
 * post is deleted or already taken down.
 */
export async function takeDownPost(tx: Tx, { post, author, now }: Target): Promise<RestorablePostState | undefined> {
  const before = await lockAuthorAndPost(tx, post, author)
  if (!before || before.takenDownAt) return undefined
  await removeFromLists(tx, post, now)
  await updateTakenDownAt(tx.db, post, now.toISOString())
  await takeDownPhotos(tx, await selectPostPhotoIds(tx.db, post), now)
  return before
}

/**
 * Undoes `takeDownPost`, or `hidePost` for a post that is not taken down. Then adds the post to lists and counters
 * again, unless it is still hidden or its author had archived it.
 */
export async function restorePost(tx: Tx, { post, author }: Target, before: RestorablePostState): Promise<void> {
  const current = await lockAuthorAndPost(tx, post, author)
  if (!current) return
  if (current.takenDownAt) {
    await updateTakenDownAt(tx.db, post, null)
    await restorePhotos(tx, await selectPostPhotoIds(tx.db, post))
  } else await updateHiddenAt(tx.db, post, null)
  if (before.archivedAt || (current.takenDownAt && current.hiddenAt)) return
  await updateArchivedAt(tx.db, post, null)
  await updatePhotoAccess(tx, post)
  if (before.pinnedAt) await pinPostIfNoneIsPinned(tx.db, author, post, new Date(before.pinnedAt))
}

/** Deletes a post's row and photos permanently, after the appeal period. */
export async function purgePost(tx: Tx, post: PostId, now: Date): Promise<void> {
  await deletePhotos(tx, await selectPostPhotoIds(tx.db, post), now)
  await erasePost(tx.db, post)
}
