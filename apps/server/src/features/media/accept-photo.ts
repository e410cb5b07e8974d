import { open, stat } from 'node:fs/promises'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { newFileName } from '#platform/storage/storage.ts'
import { refuseBlockedPicture } from './blocked-photos/block-pictures.ts'
import { requireDailyQuota } from './daily-quota.ts'
import { type AcceptedPhoto, decodeUpload, throwDecodingProblem } from './decode-photo.ts'
import { deleteStoredFiles, storeFiles } from './files/store-files.ts'
import { refuseKnownPicture } from './known-hashes/refuse-known-picture.ts'
import { insertPhoto, lockUploadQuota, type NewPhoto } from './queries.ts'
import { maxPixels } from './served-widths.ts'
import { readDimensions, sniffFormat, sniffLength, type UploadFormat } from './sniff-photo.ts'
import { storeRemainingRenderings, storeRendering } from './store-rendering.ts'
import { toOwnPhoto } from './view.ts'

// Delay of the job `finish-photo`, which renders the photo if this process dies before it has done so.
const resumeAfterSeconds = 30

/**
 * Creates a photo: decodes the file, inserts a row and calls `respond`. Then stores the renderings that make the photo
 * ready, and after them the remaining initial ones. `enforceLimits`: true for a user's upload, which the daily quota
 * and a full decoder queue can refuse.
 * @throws Problem 'unsupported-media-type', 'too-many-pixels', 'unreadable-photo', 'picture-taken-down',
 *   'quota-reached', 'unavailable'
 */
export async function acceptPhoto(
  ctx: UserContext,
  file: string,
  folder: string,
  respond: (photo: OwnPhoto) => void,
  { enforceLimits } = { enforceLimits: true },
): Promise<void> {
  const format = await requirePhoto(file)
  const { accepted, rendered, rest } = decodeUpload(
    file,
    folder,
    format,
    enforceLimits ? { requestOf: ctx.viewer } : {},
  )
  const decoded = await accepted.catch(throwDecodingProblem(ctx))
  const photo = newPhoto(ctx, decoded, (await stat(file)).size)
  await refuseKnownPicture(ctx, photo, decoded.original.file)
  await refuseBlockedPicture(ctx.db, decoded)
  const original = `${photo.originalName}.${photo.originalFormat}`
  try {
    await storeFiles(ctx, [{ name: original, file: decoded.original.file }])
    await storePhoto(ctx, photo, enforceLimits)
  } catch (error) {
    // If the database is down, deletes the file but not its hash row. After a crash, the sweep deletes both.
    await deleteStoredFiles(ctx, [original]).catch(() => {})
    throw error
  }
  ctx.log.info('photo accepted', { photo: photo.id, by: ctx.viewer, sha256: Buffer.from(decoded.hash).toString('hex') })
  const { id, name, width, height } = photo
  const placeholder = Buffer.from(photo.placeholder).toString('base64')
  const photoRow = {
    id,
    name,
    width,
    height,
    placeholder,
    state: 'processing',
    isPublic: false,
    epoch: 0,
    crop: null,
  } as const
  respond(toOwnPhoto(ctx, { ...photoRow, widths: [], avifWidths: [], ...noPhotoEdit }))
  const rendering = { id, from: name, name, edit: noPhotoEdit, original }
  const isShown = await storeRendering(ctx, rendering, await rendered)
  // Waits for the decoder even if the photo was deleted, because the decoder still writes into the folder.
  const remaining = await rest
  if (isShown) await storeRemainingRenderings(ctx, { id, name, original }, remaining)
}

/** Returns the photo's format, detected by its first bytes. Refuses too many pixels before the photo is decoded. */
async function requirePhoto(path: string): Promise<UploadFormat> {
  const file = await open(path)
  try {
    const read = async (at: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const format = sniffFormat(await read(0, sniffLength))
    if (!format) throw new Problem('unsupported-media-type', 'This is not a photo.')
    const size = await readDimensions(format, read)
    if (!size || size.width === 0 || size.height === 0) throw unreadablePhotoProblem()
    if (size.width * size.height > maxPixels)
      throw new Problem('too-many-pixels', 'This photo has more than 50 megapixels.')
    return format
  } finally {
    await file.close()
  }
}

function newPhoto(ctx: UserContext, decoded: AcceptedPhoto, sizeBytes: number): NewPhoto {
  const { width, height, placeholder, likeness, hash, original } = decoded
  const names = { name: newFileName(), originalName: newFileName(), originalFormat: original.extension }
  return {
    id: newId<PhotoId>(ctx.now),
    owner: ctx.viewer,
    ...names,
    width,
    height,
    placeholder,
    likeness,
    hash,
    sizeBytes,
    now: ctx.now,
  }
}

async function storePhoto(ctx: UserContext, photo: NewPhoto, enforceLimits: boolean): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (enforceLimits) {
      await lockUploadQuota(tx.db, ctx.viewer)
      await requireDailyQuota(ctx, tx.db)
    }
    await insertPhoto(tx.db, photo)
    await tx.job('finish-photo', { photo: photo.id }, { startAfterSeconds: resumeAfterSeconds })
  })
}

const unreadablePhotoProblem = () =>
  new Problem('unreadable-photo', 'This photo could not be read. It may be damaged or only partly uploaded.')
