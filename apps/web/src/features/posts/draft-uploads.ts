import { discardPhoto } from '@pawtrait/contract/photos.ts'
import { isAnimated } from '#features/media/is-animated.ts'
import { type Upload, uploadPhoto } from '#features/media/upload-photo.ts'
import { CallError, call, newKey } from '#lib/call.ts'
import { elapsed } from '#lib/time.ts'
import { changeDraft, changePhoto, type DraftPhoto, MOST_PHOTOS, readDraft } from './draft.ts'

const AT_ONCE = 2

const running = new Map<string, Upload>()
const starting = new Set<string>()

/** Takes files into the draft, as many as fit, and begins to send them. Gives how many did not fit. */
export async function addFiles(files: readonly File[]): Promise<number> {
  // No more than could ever fit are looked at; others may be chosen meanwhile, so the room is measured after that.
  const photos = await Promise.all(files.slice(0, MOST_PHOTOS).map(draftPhoto))
  let taken: DraftPhoto[] = []
  changeDraft((draft) => {
    taken = photos.slice(0, Math.max(0, MOST_PHOTOS - draft.photos.length))
    return { photos: [...draft.photos, ...taken], chosen: draft.chosen ?? taken[0]?.key ?? null }
  })
  for (const { preview } of photos.slice(taken.length)) URL.revokeObjectURL(preview)
  sendNext()
  return files.length - taken.length
}

async function draftPhoto(file: File): Promise<DraftPhoto> {
  return {
    key: newKey(),
    file,
    preview: URL.createObjectURL(file),
    animated: await isAnimated(file),
    alt: '',
    shape: 'free',
    crop: null,
    rotate: 0,
    progress: { step: 'waiting' },
  }
}

/** Takes a photo out of the draft, wherever it is on its way. */
export function removePhoto(key: string) {
  const photo = readDraft().photos.find((one) => one.key === key)
  running.get(key)?.cancel()
  running.delete(key)
  if (photo?.progress.step === 'accepted')
    // Left behind, it would be swept after a day; nothing is lost when this fails.
    call(discardPhoto, { params: { id: photo.progress.photo.id } }).catch(() => {})
  if (photo) URL.revokeObjectURL(photo.preview)
  changeDraft(({ photos, chosen }) => {
    const at = photos.findIndex((one) => one.key === key)
    const left = photos.filter((one) => one.key !== key)
    return { photos: left, chosen: chosen === key ? (left[Math.min(at, left.length - 1)]?.key ?? null) : chosen }
  })
  sendNext()
}

/** Sends a failed photo again. */
export function retryPhoto(key: string) {
  changePhoto(key, () => ({ progress: { step: 'waiting' } }))
  sendNext()
}

function sendNext() {
  const waiting = readDraft().photos.filter(({ key, progress }) => progress.step === 'waiting' && !starting.has(key))
  for (const photo of waiting.slice(0, AT_ONCE - starting.size)) void send(photo)
}

async function send({ key, file }: DraftPhoto) {
  starting.add(key)
  const startedAt = elapsed()
  changePhoto(key, () => ({ progress: { step: 'sending', sent: 0, startedAt } }))
  try {
    const upload = await uploadPhoto(file, {
      onProgress: (sent) => changePhoto(key, () => ({ progress: { step: 'sending', sent, startedAt } })),
    })
    // Taken out while the uploader was loading.
    if (!readDraft().photos.some((photo) => photo.key === key)) upload.cancel()
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
    sendNext()
  }
}
