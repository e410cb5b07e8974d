import type { Context } from '#platform/context.ts'
import type { ByteRange } from '#platform/http/byte-range.ts'
import { Problem } from '#platform/problem.ts'
import { type PhotoServingRow, selectPhotoByName } from './queries.ts'
import { signatureSecondsLeft } from './sign-photo-url.ts'

type Signed = { until?: string | undefined; key?: string | undefined }

const namePattern = /^[0-9a-f]{32}$/
const filePattern = /^([1-9][0-9]{0,3})\.(webp|jpg|avif)$/
const daySeconds = 86_400

/**
 * Opens a rendering. Caches may keep it for a day (public), until its signature expires, or until its story ends.
 * @throws Problem 'gone' when the photo was deleted or its story has expired; 'not-found' for an unknown photo, and for
 *   a private photo without a valid signature
 */
export async function openMedia(ctx: Context, name: string, file: string, signed: Signed, range?: ByteRange) {
  const [, width = '', extension = ''] = filePattern.exec(file) ?? []
  const photo = namePattern.test(name) && width ? await selectPhotoByName(ctx.db, name) : undefined
  const activeMs = photo?.endsAt ? Date.parse(photo.endsAt) - ctx.now.getTime() : Number.POSITIVE_INFINITY
  if (photo?.isDeleted || activeMs <= 0) throw new Problem('gone', 'This photo was deleted.')
  const openSeconds = photo?.isPublic
    ? daySeconds
    : signatureSecondsLeft(ctx, { name, epoch: photo?.epoch ?? 0 }, signed)
  const maxAgeSeconds = Math.min(openSeconds, Math.floor(activeMs / 1000))
  const existing = photo && openSeconds > 0 ? nearest(photo, extension, Number(width)) : undefined
  const found = existing === undefined ? undefined : await ctx.storage.get(`${name}-${existing}.${extension}`, range)
  if (!photo || !found) throw new Problem('not-found', 'There is no such photo.')
  return { ...found, extension, maxAgeSeconds, isPublic: photo.isPublic }
}

/** Returns the smallest width of at least `width`, or else the largest. Avatars request 320 px of any photo. */
function nearest(photo: PhotoServingRow, extension: string, width: number): number | undefined {
  const widths = extension === 'avif' ? photo.avifWidths : photo.widths
  return widths.find((each) => each >= width) ?? widths.at(-1)
}
