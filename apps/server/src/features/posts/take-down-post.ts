import type { PostId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { putBackPhotos, takeDownPhotos } from '#features/media/files/take-down-photos.ts'
import type { Tx } from '#platform/context.ts'
import {
  erasePost,
  lockPostStanding,
  type PostStood,
  updateFirstPinned,
  updatePostArchived,
  updatePostHidden,
  updatePostTakenDown,
} from './edit-queries.ts'
import { closePhotos, openPhotos } from './open-photos.ts'
import { lockAuthor, selectPostPhotoIds } from './queries.ts'

/** What brings a post back to where it was. */
export type PostBeforeDesk = Pick<PostStood, 'archivedAt' | 'pinnedAt'>

/** Its author is held before the post: they wait for each other in one order. */
async function holdPost(tx: Tx, post: PostId, author: PostStood['authorId']) {
  await lockAuthor(tx.db, author)
  return lockPostStanding(tx.db, post)
}

/** Removes a post from every list, count and open page, as if its author had archived it. */
async function removeFromLists(tx: Tx, postId: PostId, now: Date) {
  const moved = await updatePostArchived(tx.db, postId, now.toISOString())
  if (!moved) return
  await closePhotos(tx, postId)
  await tx.announce('post-left', { postId, ...moved })
}

type Taken = { post: PostId; author: PostStood['authorId']; now: Date }

/** Moderators hide a post: its author alone sees it, and cannot publish it. Nothing when it is gone. */
export async function hidePost(tx: Tx, { post, author, now }: Taken): Promise<PostBeforeDesk | undefined> {
  const stood = await holdPost(tx, post, author)
  if (!stood || stood.takenDownAt) return undefined
  await removeFromLists(tx, post, now)
  await updatePostHidden(tx.db, post, now.toISOString())
  return stood
}

/** Moderators take a post down: it is there for nobody, and its photos answer 410. Nothing when it is gone. */
export async function takeDownPost(tx: Tx, { post, author, now }: Taken): Promise<PostBeforeDesk | undefined> {
  const stood = await holdPost(tx, post, author)
  if (!stood || stood.takenDownAt) return undefined
  await removeFromLists(tx, post, now)
  await updatePostTakenDown(tx.db, post, now.toISOString())
  await takeDownPhotos(tx, await selectPostPhotoIds(tx.db, post), now)
  return stood
}

/** Ends either, or both: the post is where it was, and counts there. */
export async function putBackPost(tx: Tx, { post, author }: Taken, before: PostBeforeDesk): Promise<void> {
  const stands = await holdPost(tx, post, author)
  if (!stands) return
  if (stands.takenDownAt) {
    await updatePostTakenDown(tx.db, post, null)
    await putBackPhotos(tx, await selectPostPhotoIds(tx.db, post))
  } else await updatePostHidden(tx.db, post, null)
  if (before.archivedAt || (stands.takenDownAt && stands.hiddenAt)) return
  await updatePostArchived(tx.db, post, null)
  await openPhotos(tx, post)
  if (before.pinnedAt) await updateFirstPinned(tx.db, author, post, new Date(before.pinnedAt))
}

/** Row and photos go for good: the time for appeals is over. */
export async function purgePost(tx: Tx, post: PostId, now: Date): Promise<void> {
  await deletePhotos(tx, await selectPostPhotoIds(tx.db, post), now)
  await erasePost(tx.db, post)
}
