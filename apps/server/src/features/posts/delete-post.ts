import type { PostId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import type { UserContext } from '#platform/context.ts'
import { softDeletePost } from './edit-queries.ts'
import { requireOwnPost } from './own-post.ts'
import { lockAuthor, selectPostPhotoIds } from './queries.ts'

// The rows of a deleted post remain for a minute: servers need them to find the open pages that must remove the post.
const ERASE_AFTER_SECONDS = 60

/** Deletes a post. A job erases its rows a minute later. @throws Problem 'not-found'; 'forbidden' to other users */
export async function deletePost(ctx: UserContext, postId: PostId): Promise<void> {
  const post = await requireOwnPost(ctx, postId)
  await ctx.transaction(async (tx) => {
    await lockAuthor(tx.db, ctx.viewer)
    const photos = await selectPostPhotoIds(tx.db, post)
    const deleted = await softDeletePost(tx.db, post, ctx.now)
    if (!deleted) return
    await deletePhotos(tx, photos, ctx.now)
    await tx.announce('post-left', { postId, ...deleted })
    await tx.job('erase-post', { postId }, { startAfterSeconds: ERASE_AFTER_SECONDS })
  })
}
