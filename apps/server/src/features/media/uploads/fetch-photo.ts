import type { OwnPhoto } from '@pawtrait/contract/photos.ts'
import { requireDailyQuota } from '#features/media/daily-quota.ts'
import { receivePhoto } from '#features/media/receive-photo.ts'
import type { UserContext } from '#platform/context.ts'
import { FetchRefused, fetchPublic } from '#platform/fetch-public.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/throttle.ts'

const FETCHES_AN_HOUR = 300
const HOUR_SECONDS = 3600
const FETCH_MS = 20_000

/**
 * Fetches a photo from the server where its owner had it, and takes it as an upload.
 * @throws Problem as `receivePhoto`; 'not-found' for whatever is not fetched, and never why: it would tell what stands
 *   near the server; 'too-many-requests' above the hour's fetches.
 */
export async function fetchPhoto(ctx: UserContext, url: string): Promise<OwnPhoto> {
  await requireDailyQuota(ctx)
  const key = `fetched-photos:${ctx.viewer}`
  await countAttempt(ctx.db, ctx.now, [{ key, most: FETCHES_AN_HOUR, seconds: HOUR_SECONDS }])
  const answer = await fetchPublic(url, AbortSignal.timeout(FETCH_MS), ctx.reach).catch((error: unknown) => {
    if (!(error instanceof FetchRefused)) throw error
    ctx.log.info('photo not fetched', { why: error.message })
    throw new Problem('not-found', 'This photo could not be fetched.')
  })
  try {
    return await receivePhoto(ctx, answer)
  } finally {
    answer.destroy()
  }
}
