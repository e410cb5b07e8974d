import type { UserId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import type { Context } from '#platform/context.ts'
import { clearDeletedPhotos, deleteReportedPhotosOfOwner, selectPhotosOfOwner } from './erase-queries.ts'

const BATCH_SIZE = 200

/**
 * Erases the photos of a deleted account, except portraits of pets that other people care for too. Keeps empty rows, so
 * that the photos' URLs return 410.
 */
export async function erasePhotos(ctx: Context, user: UserId): Promise<void> {
  await ctx.transaction(async (tx) => {
    for (const rendering of await deleteReportedPhotosOfOwner(tx.db, user)) await tx.job('delete-rendering', rendering)
  })
  for (let hasMore = true; hasMore; )
    hasMore = await ctx.transaction(async (tx) => {
      const photos = await selectPhotosOfOwner(tx.db, user, BATCH_SIZE)
      await deletePhotos(tx, photos, ctx.now)
      return photos.length > 0
    })
  await clearDeletedPhotos(ctx.db, user)
}
