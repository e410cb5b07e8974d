import type { UserId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import type { Context } from '#platform/context.ts'
import { deleteStoriesByAuthor, deleteViewsByUser } from './erase-queries.ts'

const BATCH_SIZE = 200

/** Erases all stories of a deleted account with their photos, and its views of other users' stories. */
export async function eraseStories(ctx: Context, user: UserId): Promise<void> {
  for (let hasMore = true; hasMore; )
    hasMore = await ctx.transaction(async (tx) => {
      const photos = await deleteStoriesByAuthor(tx.db, user, BATCH_SIZE)
      await deletePhotos(tx, photos, ctx.now)
      return photos.length > 0
    })
  while ((await ctx.transaction((tx) => deleteViewsByUser(tx.db, user, BATCH_SIZE))) > 0);
}
