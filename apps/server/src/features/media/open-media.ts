import type { Context } from '#platform/context.ts'
import type { ByteRange } from '#platform/http/byte-range.ts'
import { Problem } from '#platform/problem.ts'
import { type PhotoServingRow, selectPhotoByName } from './queries.ts'
import { computeSignatureSecondsLeft } from './sign-photo-url.ts'

type UrlSignature = { until?: string | undefined; key?: string | undefined }

const namePattern = /^[0-9a-f]{32}$/
const filePattern = /^([1-9][0-9]{0,3})\.(webp|jpg|avif)$/
const daySeconds = 86_400

/**
 * Opens a file of a rendering. Caches may keep the file of a public photo for a day, and that of a private photo until
 * its signature expires. They may keep the file of a story's photo at most until the story ends.
 * @throws Problem 'gone' when the photo was deleted or taken down, or its story has expired; 'not-found' for an unknown
 *   photo, a private photo without a valid signature, and a photo of a deleted or suspended owner, except the portrait
 *   of an active user's pet
 */
export async function openMedia(ctx: Context, name: string, file: string, signature: UrlSignature, range?: ByteRange) {
  const [, width = '', extension = ''] = filePattern.exec(file) ?? []
  const photo = namePattern.test(name) && width ? await selectPhotoByName(ctx.db, name) : undefined
  const remainingMs = photo?.endsAt ? Date.parse(photo.endsAt) - ctx.now.getTime() : Number.POSITIVE_INFINITY
  if (photo?.isDeleted || remainingMs <= 0) throw new Problem('gone', 'This photo was deleted.')
  const accessSeconds = photo?.isPublic
    ? daySeconds
    : computeSignatureSecondsLeft(ctx, { name, epoch: photo?.epoch ?? 0 }, signature)
  const maxAgeSeconds = Math.min(accessSeconds, Math.floor(remainingMs / 1000))
  const nearestWidth = photo && accessSeconds > 0 ? findNearestWidth(photo, extension, Number(width)) : undefined
  const storedFile =
    nearestWidth === undefined ? undefined : await ctx.storage.get(`${name}-${nearestWidth}.${extension}`, range)
  if (!photo || !storedFile) throw new Problem('not-found', 'There is no such photo.')
  return { ...storedFile, extension, maxAgeSeconds, isPublic: photo.isPublic }
}

/** Returns the smallest width of at least `width`, or else the largest. Avatars request 320 px of any photo. */
function findNearestWidth(photo: PhotoServingRow, extension: string, width: number): number | undefined {
  const widths = extension === 'avif' ? photo.avifWidths : photo.widths
  return widths.find((each) => each >= width) ?? widths.at(-1)
}
