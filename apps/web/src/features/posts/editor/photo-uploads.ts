import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import { discardPhoto } from '@pawtrait/contract/photos/photos.ts'
import { type PhotoUpload, uploadPhoto } from '#features/media/upload-photo.ts'
import { CallError, call, newIdempotencyKey } from '#lib/server/call.ts'
import { msSincePageLoad } from '#lib/time/time.ts'
import { type DraftPhoto, type DraftStore, MAX_PHOTOS } from './draft-store.ts'
import { detectFileNote } from './file-note.ts'

const MAX_PARALLEL_UPLOADS = 2

// Running uploads of all drafts, by photo key.
const running = new Map<string, PhotoUpload>()
const starting = new Set<string>()

/** Adds files to a draft, up to its limit of photos, and starts their uploads. Returns how many did not fit. */
export async function addFiles(composition: DraftStore, files: readonly File[]): Promise<number> {
  // Counts the free slots after the await, because another call may have filled some slots during the await.
  const photos = await Promise.all(files.slice(0, MAX_PHOTOS).map(createDraftPhoto))
  let taken: DraftPhoto[] = []
  composition.change((draft) => {
    taken = photos.slice(0, Math.max(0, MAX_PHOTOS - draft.photos.length))
    return { photos: [...draft.photos, ...taken], chosen: draft.chosen ?? taken[0]?.key ?? null }
  })
  for (const { preview } of photos.slice(taken.length)) if (preview) URL.revokeObjectURL(preview)
  startNextUploads(composition)
  return files.length - taken.length
}

/** Returns a draft photo for a file that is not uploaded yet. */
export async function createDraftPhoto(file: File): Promise<DraftPhoto> {
  return {
    key: newIdempotencyKey(),
    file,
    preview: URL.createObjectURL(file),
    note: await detectFileNote(file).catch(() => null),
    alt: '',
    shape: 'free',
    ...noPhotoEdit,
    progress: { step: 'waiting' },
  }
}

/**
 * Removes a photo from a draft. Cancels its upload, or deletes the uploaded photo from the server. A photo of an
 * existing post stays on the server until the post is saved.
 */
export function removePhoto(composition: DraftStore, key: string) {
  const photo = composition.read().photos.find((candidate) => candidate.key === key)
  running.get(key)?.cancel()
  running.delete(key)
  if (photo?.file && photo.progress.step === 'accepted')
    // The server deletes an unused photo after a day anyway, so a failure is ignored.
    call(discardPhoto, { params: { id: photo.progress.photo.id } }).catch(() => {})
  if (photo?.preview) URL.revokeObjectURL(photo.preview)
  composition.change(({ photos, chosen }) => {
    const at = photos.findIndex((candidate) => candidate.key === key)
    const rest = photos.filter((candidate) => candidate.key !== key)
    return { photos: rest, chosen: chosen === key ? (rest[Math.min(at, rest.length - 1)]?.key ?? null) : chosen }
  })
  startNextUploads(composition)
}

export function retryPhotoUpload(composition: DraftStore, key: string) {
  composition.changePhoto(key, () => ({ progress: { step: 'waiting' } }))
  startNextUploads(composition)
}

/** Starts waiting uploads, at most two at a time. On a slow connection, `uploadPhoto` delays the second. */
export function startNextUploads(composition: DraftStore) {
  for (const { key, file, progress } of composition.read().photos)
    if (file && progress.step === 'waiting' && !starting.has(key) && starting.size < MAX_PARALLEL_UPLOADS)
      void send(composition, key, file)
}

async function send(composition: DraftStore, key: string, file: File) {
  const { changePhoto } = composition
  starting.add(key)
  let startedAt = msSincePageLoad()
  try {
    const upload = await uploadPhoto(file, {
      onStart: () => {
        startedAt = msSincePageLoad()
        changePhoto(key, () => ({ progress: { step: 'sending', sent: 0, startedAt } }))
      },
      onProgress: (sent) => changePhoto(key, () => ({ progress: { step: 'sending', sent, startedAt } })),
    })
    // Cancels the upload if the photo was removed while the code of the uploader was loading.
    if (!composition.read().photos.some((photo) => photo.key === key)) upload.cancel()
    else running.set(key, upload)
    const photo = await upload.done
    changePhoto(key, () => ({ progress: { step: 'accepted', photo } }))
  } catch (error) {
    changePhoto(key, () => ({
      progress: { step: 'failed', error: error instanceof CallError ? error : new CallError(null) },
    }))
  } finally {
    running.delete(key)
    starting.delete(key)
    startNextUploads(composition)
  }
}

/**
 * Waits until no upload is pending. Ignores uploads of photos with a key in `ignored`.
 * @throws CallError of the first photo that failed
 */
export function waitForUploads(composition: DraftStore, ignored: ReadonlySet<string> = new Set()): Promise<void> {
  return new Promise((resolve, reject) => {
    const checkUploads = () => {
      const steps = composition
        .read()
        .photos.filter(({ key }) => !ignored.has(key))
        .map(({ progress }) => progress)
      if (steps.some(({ step }) => step === 'waiting' || step === 'sending')) return
      stop()
      const failed = steps.find((progress) => progress.step === 'failed')
      if (failed) reject(failed.error)
      else resolve()
    }
    const stop = composition.subscribe(checkUploads)
    checkUploads()
  })
}
