import { createHash, type Hash } from 'node:crypto'
import { pipeline, Transform } from 'node:stream'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { openStoredOriginal } from '#features/media/own-photo.ts'
import type { Context } from '#platform/context.ts'
import type { RowFile } from './row-files.ts'
import type { ZipWriter } from './zip-writer.ts'

export type ArchivedPhoto = { file: string; sizeBytes: number; sha256: string }
export type ArchivedPhotosById = ReadonlyMap<PhotoId, ArchivedPhoto>

const createHashTransform = (digest: { hash: Hash; sizeBytes: number }) =>
  new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      digest.hash.update(chunk)
      digest.sizeBytes += chunk.length
      next(null, chunk)
    },
  })

/** Writes the original photos into the ZIP, except those missing in the storage. Calls `onPhoto` after each photo. */
export async function writePhotos(
  ctx: Context,
  zip: ZipWriter,
  photos: RowFile,
  onPhoto: (done: number, total: number) => Promise<void>,
): Promise<ArchivedPhotosById> {
  const archivedPhotos = new Map<PhotoId, ArchivedPhoto>()
  let done = 0
  for await (const row of photos.rows()) {
    // The cast is safe, because the export query of photos selects these columns.
    const { photoId, createdAt } = row as { photoId: PhotoId; createdAt: string }
    const original = await openStoredOriginal(ctx, photoId)
    if (original) {
      const file = `photos/${photoId}.${original.format}`
      // Counts the bytes of the stored original, because the recorded size may be that of the uploaded file.
      const digest = { hash: createHash('sha256'), sizeBytes: 0 }
      const hashedStream = pipeline(original.stream, createHashTransform(digest), () => {})
      await zip.add(file, hashedStream, { compress: false, mtime: new Date(createdAt) })
      archivedPhotos.set(photoId, { file, sizeBytes: digest.sizeBytes, sha256: digest.hash.digest('hex') })
    }
    await onPhoto(++done, photos.count)
  }
  return archivedPhotos
}

/** Adds file name, size and hash beside every `photoId` in a row. All three are null if the photo is not in the ZIP. */
export function addPhotoFiles(value: unknown, photos: ArchivedPhotosById): unknown {
  if (Array.isArray(value)) return value.map((element) => addPhotoFiles(element, photos))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, addPhotoFiles(inner, photos)] as const)
  const { photoId } = value as { photoId?: PhotoId }
  if (photoId === undefined) return Object.fromEntries(entries)
  const { file = null, sizeBytes = null, sha256 = null } = photos.get(photoId) ?? {}
  return { ...Object.fromEntries(entries), file, sizeBytes, sha256 }
}
