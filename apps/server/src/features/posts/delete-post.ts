import type { PostId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import type { UserContext } from '#platform/context.ts'
import { updatePostDeleted } from './edit-queries.ts'
import { ownPost } from './own-post.ts'
import { lockAuthor, selectPostPhotoIds } from './queries.ts'

// Each process with open streams still asks the rows whose screens hold the post.
const ERASE_AFTER_SECONDS = 60

/**
 * Deletes the viewer's post: from the commit on nobody finds it, its photos answer 410 and the counters are right.
 * Its rows (likes, saves, comments too) are erased by a job a minute later, however many there are.
 * @throws Problem as `ownPost`.
 */
export async function deletePost(ctx: UserContext, postId: PostId): Promise<void> {
  const post = await ownPost(ctx, postId)
  await ctx.transaction(async (tx) => {
    await lockAuthor(tx.db, ctx.viewer)
    const photos = await selectPostPhotoIds(tx.db, post)
    const gone = await updatePostDeleted(tx.db, post, ctx.now)
    if (!gone) return
    await deletePhotos(tx, photos, ctx.now)
    await tx.announce('post-left', { postId, ...gone })
    await tx.job('erase-post', { postId }, { startAfterSeconds: ERASE_AFTER_SECONDS })
  })
}
