import type { UserId } from '@pawtrait/contract/ids.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { requireDailyQuota } from '#features/media/daily-quota.ts'
import { receivePhoto } from '#features/media/receive-photo.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { FetchRefused, fetchPublicFile } from '#platform/security/fetch-public.ts'
import { countAttempt } from '#platform/security/throttle.ts'

const MAX_FETCHES_PER_HOUR = 300
const HOUR_SECONDS = 3600
const FETCH_MS = 20_000

// Each fetch uses a socket and perhaps a decoder. Two suffice: the import page fetches one photo at a time.
const MAX_CONCURRENT_FETCHES = 2

/** Number of fetches by user that are running in this process. */
export type RunningFetches = Map<UserId, number>

/**
 * Fetches a photo from another server and receives it as an upload.
 * @throws Problem 'not-found' for any failed fetch, because details would reveal internal hosts; 'too-many-requests'
 *   above the hourly limit and for a third concurrent fetch; the Problems of `receivePhoto`
 */
export async function fetchPhoto(ctx: UserContext, running: RunningFetches, url: string): Promise<OwnPhoto> {
  const count = running.get(ctx.viewer) ?? 0
  if (count >= MAX_CONCURRENT_FETCHES)
    throw new Problem('too-many-requests', 'Two photos are being fetched already.', { retryAfterSeconds: 2 })
  running.set(ctx.viewer, count + 1)
  try {
    return await fetchWithinLimits(ctx, url)
  } finally {
    const remaining = (running.get(ctx.viewer) ?? 1) - 1
    if (remaining > 0) running.set(ctx.viewer, remaining)
    else running.delete(ctx.viewer)
  }
}

async function fetchWithinLimits(ctx: UserContext, url: string): Promise<OwnPhoto> {
  await requireDailyQuota(ctx)
  const key = `fetched-photos:${ctx.viewer}`
  await countAttempt(ctx.db, ctx.now, [{ key, most: MAX_FETCHES_PER_HOUR, seconds: HOUR_SECONDS }])
  const response = await fetchPublicFile(url, AbortSignal.timeout(FETCH_MS), ctx.reach).catch((error: unknown) => {
    if (!(error instanceof FetchRefused)) throw error
    ctx.log.info('photo not fetched', { why: error.message })
    throw new Problem('not-found', 'This photo could not be fetched.')
  })
  try {
    return await receivePhoto(ctx, response)
  } finally {
    response.destroy()
  }
}
