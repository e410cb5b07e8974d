import { deletePhotos } from '#features/media/delete-photos.ts'
import type { Context } from '#platform/context.ts'
import { deleteEndedStories } from './queries.ts'

const RECENTLY_MS = 2 * 3_600_000

/**
 * Deletes stories whose day is over and that nobody keeps, with their photos. `recent`: those of the last two hours,
 * every minute; the rest, whose pet was removed since perhaps, are looked for once an hour.
 */
export async function sweepStories(ctx: Context, which: 'recent' | 'all'): Promise<void> {
  const since = which === 'recent' ? new Date(ctx.now.getTime() - RECENTLY_MS) : null
  for (let more = true; more; )
    more = await ctx.transaction(async (tx) => {
      const photos = await deleteEndedStories(tx, ctx.now, since)
      await deletePhotos(tx, photos, ctx.now)
      return photos.length > 0
    })
}
