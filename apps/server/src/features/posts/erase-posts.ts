import type { UserId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import type { Context } from '#platform/context.ts'
import { erasePost, selectPostBatch, softDeletePost } from './edit-queries.ts'
import { lockAuthor, selectPostPhotoIds } from './queries.ts'

const BATCH_SIZE = 200

/** Erases all posts of a deleted account and their photos. Rows are erased at once, files by one job per photo. */
export async function erasePosts(ctx: Context, user: UserId): Promise<void> {
  for (let posts = await selectPostBatch(ctx.db, user, BATCH_SIZE); posts.length > 0; ) {
    for (const { id } of posts)
      await ctx.transaction(async (tx) => {
        await lockAuthor(tx.db, user)
        const photos = await selectPostPhotoIds(tx.db, id)
        await softDeletePost(tx.db, id, ctx.now)
        await deletePhotos(tx, photos, ctx.now)
        await erasePost(tx.db, id)
      })
    posts = await selectPostBatch(ctx.db, user, BATCH_SIZE)
  }
}
