import type { Context } from '#platform/context.ts'
import type { ByteRange } from '#platform/http/byte-range.ts'
import { Problem } from '#platform/problem.ts'
import { type NamedPhoto, selectPhotoByName } from './queries.ts'
import { secondsLeft } from './sign-address.ts'

type Signed = { until?: string | undefined; key?: string | undefined }

const aName = /^[0-9a-f]{32}$/
const aFile = /^([1-9][0-9]{0,3})\.(webp|jpg|avif)$/
const daySeconds = 86_400

/**
 * One rendition, by its address. Public ones may be kept for a day, others as long as their address is good; none
 * longer than the story it stands in is active.
 * @throws Problem 'gone' when the photo was deleted, or its story has come down; 'not-found' for everything else that
 *   is not to be seen, a photo that is not public and an address not signed, or signed too long ago, among it
 */
export async function openMedia(ctx: Context, name: string, file: string, signed: Signed, range?: ByteRange) {
  const [, width = '', extension = ''] = aFile.exec(file) ?? []
  const photo = aName.test(name) && width ? await selectPhotoByName(ctx.db, name) : undefined
  const hangsMs = photo?.endsAt ? Date.parse(photo.endsAt) - ctx.now.getTime() : Number.POSITIVE_INFINITY
  if (photo?.isDeleted || hangsMs <= 0) throw new Problem('gone', 'This photo was deleted.')
  const openSeconds = photo?.isPublic ? daySeconds : secondsLeft(ctx, { name, epoch: photo?.epoch ?? 0 }, signed)
  const maxAgeSeconds = Math.min(openSeconds, Math.floor(hangsMs / 1000))
  const standing = photo && openSeconds > 0 ? nearest(photo, extension, Number(width)) : undefined
  const found = standing === undefined ? undefined : await ctx.storage.get(`${name}-${standing}.${extension}`, range)
  if (!photo || !found) throw new Problem('not-found', 'There is no such photo.')
  return { ...found, extension, maxAgeSeconds, isPublic: photo.isPublic }
}

/** The width asked for, else the next that stands: whoever draws a face asks for 320 px, however small the photo is. */
function nearest(photo: NamedPhoto, extension: string, width: number): number | undefined {
  const standing = extension === 'avif' ? photo.avifWidths : photo.widths
  return standing.find((each) => each >= width) ?? standing.at(-1)
}
