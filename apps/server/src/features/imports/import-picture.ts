import { createHash } from 'node:crypto'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { SkipReason } from '@pawtrait/contract/imports.ts'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import { maxPhotoBytes, type PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import { importPhoto } from '#features/media/import-photo.ts'
import { Problem } from '#platform/problem.ts'
import type { ArchivePicture } from './archive/archive-picture.ts'
import { BrokenArchiveError } from './archive/broken-archive.ts'
import type { ImportState } from './import-state.ts'

const reasons: Record<string, SkipReason> = {
  'too-large': 'too-large',
  'too-many-pixels': 'too-large',
  'unsupported-media-type': 'not-a-photo',
  'unreadable-photo': 'not-a-photo',
  'picture-taken-down': 'taken-down',
  // `writeUpload` throws this code when its source stream fails. Here, that means a damaged file in the archive.
  'bad-request': 'damaged',
}

export type PhotoResult = { photo: PhotoId } | { skipped: { file: string; reason: SkipReason } }

/**
 * Imports a photo of the archive like an upload, but outside the daily quota.
 * @throws Problem 'storage-full', 'unavailable'
 */
export async function importPicture(importState: ImportState, picture: ArchivePicture): Promise<PhotoResult> {
  const { photoId, sha256 } = picture
  const file = picture.file ?? `photos/${photoId}`
  const skip = (reason: SkipReason) => ({ skipped: { file, reason } })
  const size = importState.archive.sizeOf(file)
  if (size === undefined) return skip('missing')
  if (importState.usedFiles.has(file)) return skip('twice')
  importState.usedFiles.add(file)
  if (size > maxPhotoBytes) return skip('too-large')
  try {
    const editJson = importState.edits.get(photoId)
    // The cast is safe, because `readEdits` has validated the edits.
    const edit = editJson === undefined ? noPhotoEdit : (JSON.parse(editJson) as PhotoEdit)
    return { photo: await importPhoto(importState.ctx, readBytes(importState, file, sha256), edit) }
  } catch (error) {
    const reason = error instanceof Problem ? reasons[error.code] : undefined
    if (reason === undefined) throw error
    return skip(reason)
  }
}

/** Yields the content of a file. @throws BrokenArchiveError if it is damaged, or at its end if the hash differs */
async function* readBytes({ archive }: ImportState, file: string, sha256: string | null): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of (await archive.read(file)) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
  if (sha256 !== null && hash.digest('hex') !== sha256) throw new BrokenArchiveError('damaged')
}
