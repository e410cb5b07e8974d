import { editPhoto } from '@pawtrait/contract/photos.ts'
import { createPost, type Post } from '@pawtrait/contract/posts.ts'
import { isWhole } from '#features/media/crop-area.ts'
import { CallError, call } from '#lib/call.ts'
import { retryPhoto } from './draft-uploads.ts'
import { changeDraft, changePhoto, clearDraft, type DraftPhoto, followDraft, readDraft } from './draft.ts'

/** Waits until no photo is on its way any more. @throws CallError of the first photo that failed. */
function uploadsDone(): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const steps = readDraft().photos.map(({ progress }) => progress)
      if (steps.some(({ step }) => step === 'waiting' || step === 'sending')) return
      stop()
      const failed = steps.find((progress) => progress.step === 'failed')
      if (failed) reject(failed.error)
      else resolve()
    }
    const stop = followDraft(look)
    look()
  })
}

/** Tells the server how a photo is cut and turned, when it does not know yet. */
async function saveEdit({ key, crop, rotate, progress }: DraftPhoto) {
  if (progress.step !== 'accepted') return
  const { photo } = progress
  const wanted = crop && isWhole(crop) ? null : crop
  if (photo.rotate === rotate && JSON.stringify(photo.crop) === JSON.stringify(wanted)) return
  const edited = await call(editPhoto, { params: { id: photo.id }, body: { crop: wanted, rotate } })
  changePhoto(key, () => ({ progress: { step: 'accepted', photo: edited } }))
}

/** Tells the server of every edit made so far; called when the editor turns to another photo. */
export function saveEdits(): Promise<unknown> {
  return Promise.all(readDraft().photos.map(saveEdit))
}

/**
 * Posts the draft: waits for its photos, cuts and turns them, creates the post once however often it is tried.
 * The draft is cleared only after the server has it; when anything fails all of it stays, with the error.
 * @returns `already` when an earlier try had arrived and its answer was lost; null when it failed
 */
export async function submitDraft(): Promise<Post | 'already' | null> {
  changeDraft(() => ({ submission: { busy: true, error: null } }))
  // A dropped connection is worth another try; what the server refused stays refused.
  for (const { key, progress } of readDraft().photos)
    if (progress.step === 'failed' && progress.error.code === 'offline') retryPhoto(key)
  try {
    await uploadsDone()
    await saveEdits()
    const { photos, caption, pets, place, audience, idempotencyKey } = readDraft()
    const sent = photos.flatMap(({ progress, alt }) =>
      progress.step === 'accepted' ? [{ id: progress.photo.id, alt }] : [],
    )
    const post = await call(createPost, { body: { photos: sent, caption, pets, place, audience }, idempotencyKey })
    clearDraft()
    return post
  } catch (error) {
    if (error instanceof CallError && error.code === 'idempotency-key-reused') {
      // The draft was changed between two tries, and the first of them hangs.
      clearDraft()
      return 'already'
    }
    changeDraft(() => ({
      submission: { busy: false, error: error instanceof CallError ? error : new CallError(null) },
    }))
    return null
  }
}
