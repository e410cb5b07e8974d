import { deletePhotos } from '#features/media/delete-photos.ts'
import type { Context } from '#platform/context.ts'
import { eachRow } from '#platform/database/each-row.ts'
import { deleteEndedStory, selectEndedStories } from './ended-queries.ts'

const BATCH_SIZE = 200
const RECENTLY_MS = 2 * 3_600_000

/**
 * Deletes expired stories without highlights, with their photos. `recent` covers the last two hours and runs every
 * minute. `all` runs every hour and also finds stories without highlights since their pet was deleted.
 */
export async function sweepStories(ctx: Context, which: 'recent' | 'all'): Promise<void> {
  const since = which === 'recent' ? new Date(ctx.now.getTime() - RECENTLY_MS) : null
  await eachRow(
    ctx,
    'sweep-stories',
    (after) => selectEndedStories(ctx.db, ctx.now, since, after, BATCH_SIZE),
    ({ id }) => ctx.transaction(async (tx) => deletePhotos(tx, await deleteEndedStory(tx, ctx.now, id), ctx.now)),
  )
}
