import { unedited } from '@pawtrait/contract/photos/photo-edit.ts'
import { discardPhoto } from '@pawtrait/contract/photos/photos.ts'
import { type Upload, uploadPhoto } from '#features/media/upload-photo.ts'
import { CallError, call, newKey } from '#lib/server/call.ts'
import { elapsed } from '#lib/time/time.ts'
import { type Composition, type DraftPhoto, MOST_PHOTOS } from './composition.ts'

const AT_ONCE = 2
const ANIMATION_FLAG = 0x02 // of a VP8X header; RFC 9649 §2.7

// By the photos' keys, whatever they are composed into.
const running = new Map<string, Upload>()
const starting = new Set<string>()

/** Takes files into a composition, as many as fit, and begins to send them. Gives how many did not fit. */
export async function addFiles(composition: Composition, files: readonly File[]): Promise<number> {
  // No more than could ever fit are looked at; others may be chosen meanwhile, so the room is measured after that.
  const photos = await Promise.all(files.slice(0, MOST_PHOTOS).map(draftPhoto))
  let taken: DraftPhoto[] = []
  composition.change((draft) => {
    taken = photos.slice(0, Math.max(0, MOST_PHOTOS - draft.photos.length))
    return { photos: [...draft.photos, ...taken], chosen: draft.chosen ?? taken[0]?.key ?? null }
  })
  for (const { preview } of photos.slice(taken.length)) if (preview) URL.revokeObjectURL(preview)
  sendNext(composition)
  return files.length - taken.length
}

/** A photo of a file that the server does not have yet. */
export async function draftPhoto(file: File): Promise<DraftPhoto> {
  return {
    key: newKey(),
    file,
    preview: URL.createObjectURL(file),
    animated: await isAnimated(file),
    alt: '',
    shape: 'free',
    ...unedited,
    progress: { step: 'waiting' },
  }
}

/** Whether the server will keep a still of this file: a GIF, or a WebP that says it moves. */
async function isAnimated(file: File): Promise<boolean> {
  if (file.type === 'image/gif') return true
  if (file.type !== 'image/webp') return false
  const head = new Uint8Array(await file.slice(0, 21).arrayBuffer())
  const chunk = String.fromCharCode(...head.slice(12, 16))
  return chunk === 'VP8X' && ((head[20] ?? 0) & ANIMATION_FLAG) !== 0
}

/** Takes a photo out, wherever it is on its way. What the server had before stays there until the rest is saved. */
export function removePhoto(composition: Composition, key: string) {
  const photo = composition.read().photos.find((one) => one.key === key)
  running.get(key)?.cancel()
  running.delete(key)
  if (photo?.file && photo.progress.step === 'accepted')
    // Left behind, it would be swept after a day; nothing is lost when this fails.
    call(discardPhoto, { params: { id: photo.progress.photo.id } }).catch(() => {})
  if (photo?.preview) URL.revokeObjectURL(photo.preview)
  composition.change(({ photos, chosen }) => {
    const at = photos.findIndex((one) => one.key === key)
    const left = photos.filter((one) => one.key !== key)
    return { photos: left, chosen: chosen === key ? (left[Math.min(at, left.length - 1)]?.key ?? null) : chosen }
  })
  sendNext(composition)
}

/** Sends a failed photo again. */
export function retryPhoto(composition: Composition, key: string) {
  composition.changePhoto(key, () => ({ progress: { step: 'waiting' } }))
  sendNext(composition)
}

/** Sends photos that wait for their turn, two at once at most: `uploadPhoto` holds one back on a slow connection. */
export function sendNext(composition: Composition) {
  for (const { key, file, progress } of composition.read().photos)
    if (file && progress.step === 'waiting' && !starting.has(key) && starting.size < AT_ONCE)
      void send(composition, key, file)
}

async function send(composition: Composition, key: string, file: File) {
  const { changePhoto } = composition
  starting.add(key)
  let startedAt = elapsed()
  try {
    const upload = await uploadPhoto(file, {
      onStart: () => {
        startedAt = elapsed()
        changePhoto(key, () => ({ progress: { step: 'sending', sent: 0, startedAt } }))
      },
      onProgress: (sent) => changePhoto(key, () => ({ progress: { step: 'sending', sent, startedAt } })),
    })
    // Taken out while the uploader was loading.
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
    sendNext(composition)
  }
}

/** Waits until no photo is on its way any more. @throws CallError of the first photo that failed, but for `left`. */
export function uploadsDone(composition: Composition, left: ReadonlySet<string> = new Set()): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const steps = composition
        .read()
        .photos.filter(({ key }) => !left.has(key))
        .map(({ progress }) => progress)
      if (steps.some(({ step }) => step === 'waiting' || step === 'sending')) return
      stop()
      const failed = steps.find((progress) => progress.step === 'failed')
      if (failed) reject(failed.error)
      else resolve()
    }
    const stop = composition.follow(look)
    look()
  })
}
