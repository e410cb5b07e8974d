import type { UserId } from '@pawtrait/contract/ids.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import type { Context } from '#platform/context.ts'
import { deleteReportedOf, selectPhotosOf, updatePhotosBlank } from './erase-queries.ts'

const AT_ONCE = 200

/**
 * Erases what photos somebody who has left still has: in drafts, of their profile, put nowhere. Files go by the jobs of
 * their photos; a row stays of each, which names nobody and has nothing of the photo, so that its address answers 410.
 */
export async function erasePhotos(ctx: Context, user: UserId): Promise<void> {
  await ctx.transaction(async (tx) => {
    for (const reported of await deleteReportedOf(tx.db, user)) await tx.job('delete-rendering', reported)
  })
  for (let more = true; more; )
    more = await ctx.transaction(async (tx) => {
      const photos = await selectPhotosOf(tx.db, user, AT_ONCE)
      await deletePhotos(tx, photos, ctx.now)
      return photos.length > 0
    })
  await updatePhotosBlank(ctx.db, user)
}
