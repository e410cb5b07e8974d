import { deletePhotos } from '#features/media/delete-photos.ts'
import type { Context } from '#platform/context.ts'
import { forEachRow } from '#platform/database/for-each-row.ts'
import { deleteExpiredStory, selectExpiredStories } from './expired-story-queries.ts'

const BATCH_SIZE = 200
const RECENT_MS = 2 * 3_600_000

/**
 * Deletes expired stories that are not highlights, with their photos. `recent` runs every minute and checks the last
 * two hours. `all` runs every hour, for old stories that lost their highlight, for example with a deleted pet.
 */
export async function sweepStories(ctx: Context, which: 'recent' | 'all'): Promise<void> {
  const since = which === 'recent' ? new Date(ctx.now.getTime() - RECENT_MS) : null
  await forEachRow(
    ctx,
    'sweep-stories',
    (after) => selectExpiredStories(ctx.db, ctx.now, since, after, BATCH_SIZE),
    ({ id }) => ctx.transaction(async (tx) => deletePhotos(tx, await deleteExpiredStory(tx, ctx.now, id), ctx.now)),
  )
}
