import { createHash, type Hash } from 'node:crypto'
import { pipeline, Transform } from 'node:stream'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { openStoredOriginal } from '#features/media/own-photo.ts'
import type { Context } from '#platform/context.ts'
import type { RowFile } from './row-files.ts'
import type { ZipWriter } from './zip-writer.ts'

export type ArchivedPhoto = { file: string; sizeBytes: number; sha256: string }
export type ArchivedPhotosById = ReadonlyMap<PhotoId, ArchivedPhoto>

const sealing = (seal: { hash: Hash; sizeBytes: number }) =>
  new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      seal.hash.update(chunk)
      seal.sizeBytes += chunk.length
      next(null, chunk)
    },
  })

/** Writes the original photos into the ZIP, except those missing in the storage. Calls `onPhoto` after each photo. */
export async function writePhotos(
  ctx: Context,
  zip: ZipWriter,
  photos: RowFile,
  onPhoto: (done: number, all: number) => Promise<void>,
): Promise<ArchivedPhotosById> {
  const archived = new Map<PhotoId, ArchivedPhoto>()
  let done = 0
  for await (const row of photos.rows()) {
    // The cast is safe, because the export query of photos selects these columns.
    const { photoId, createdAt } = row as { photoId: PhotoId; createdAt: string }
    const original = await openStoredOriginal(ctx, photoId)
    if (original) {
      const file = `photos/${photoId}.${original.format}`
      // Counts the bytes of the stored original, because the recorded size may be that of the uploaded file.
      const seal = { hash: createHash('sha256'), sizeBytes: 0 }
      const sealed = pipeline(original.stream, sealing(seal), () => {})
      await zip.add(file, sealed, { compress: false, mtime: new Date(createdAt) })
      archived.set(photoId, { file, sizeBytes: seal.sizeBytes, sha256: seal.hash.digest('hex') })
    }
    await onPhoto(++done, photos.count)
  }
  return archived
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
