import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { systemClock } from '#platform/clock.ts'
import type { Context, UserContext } from '#platform/context.ts'
import type { ByteRange } from '#platform/http/byte-range.ts'
import { startStopwatch } from '#platform/monitoring/metrics.ts'
import { Problem } from '#platform/problem.ts'
import type { OpenedFile } from '#platform/storage/storage.ts'
import { type StoredPhoto, selectPhoto } from './queries.ts'
import { hasAllInitialWidths } from './served-widths.ts'
import { toOwnPhoto } from './view.ts'

/** Returns the viewer's own photo. @throws Problem 'not-found' for another user's, a deleted or an unknown photo */
export async function requireOwnPhoto(ctx: UserContext, id: PhotoId): Promise<StoredPhoto> {
  const photo = await selectPhoto(ctx.db, id)
  if (photo?.ownerId !== ctx.viewer) throw new Problem('not-found', 'This photo is not available.')
  return photo
}

// Long enough for a rendering on a busy machine, and shorter than the timeouts of proxy and browser.
const WAIT_SECONDS = 10
const POLL_MS = 200

export const photoStillRenderingProblem = () =>
  new Problem('unavailable', 'This photo is still being prepared. Try again in a moment.', { retryAfterSeconds: 2 })

/**
 * Returns the viewer's photo once it is ready or failed. Polls the database, because any process may render it.
 * @throws Problem 'not-found' as in `requireOwnPhoto`; 'unavailable' with a retry time after ten seconds
 */
export async function waitForRenderedPhoto(ctx: UserContext, id: PhotoId): Promise<StoredPhoto> {
  const seconds = startStopwatch()
  for (;;) {
    const photo = await requireOwnPhoto(ctx, id)
    if (photo.state !== 'processing') return photo
    if (seconds() >= WAIT_SECONDS) throw photoStillRenderingProblem()
    await systemClock.wait(POLL_MS)
  }
}

/** Returns the viewer's own photo with its edit. @throws Problem 'not-found' for another user's or a deleted photo */
export async function getOwnPhoto(ctx: UserContext, id: PhotoId): Promise<OwnPhoto> {
  return toOwnPhoto(ctx, await requireOwnPhoto(ctx, id))
}

/** Opens the original for download. @throws Problem 'not-found', or 'unavailable' until the original is upright */
export async function openOriginal(ctx: UserContext, id: PhotoId, range?: ByteRange) {
  const photo = await requireOwnPhoto(ctx, id)
  if (photo.state === 'processing' || (photo.state === 'ready' && !hasAllInitialWidths(photo)))
    throw photoStillRenderingProblem()
  const file = await ctx.storage.get(`${photo.originalName}.${photo.originalFormat}`, range)
  if (!file) throw new Problem('not-found', 'This photo is not available.')
  return { ...file, format: photo.originalFormat, fileName: `photo-${id}.${photo.originalFormat}` }
}

/** Opens a photo's original; undefined if missing. Retries once, because an upright copy may have replaced it. */
export async function openStoredOriginal(
  ctx: Context,
  id: PhotoId,
  mayRetry = true,
): Promise<(OpenedFile & { format: string }) | undefined> {
  const photo = await selectPhoto(ctx.db, id)
  if (!photo) return undefined
  const file = await ctx.storage.get(`${photo.originalName}.${photo.originalFormat}`)
  if (file) return { ...file, format: photo.originalFormat }
  return mayRetry ? openStoredOriginal(ctx, id, false) : undefined
}
