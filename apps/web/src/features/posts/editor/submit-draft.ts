import { createPost, type Post } from '@pawtrait/contract/posts.ts'
import { getViewer } from '@pawtrait/contract/users.ts'
import { editToSend, hasEdit } from '#features/media/crop-area.ts'
import { editWhenRendered } from '#features/media/edit-when-rendered.ts'
import { CallError, call } from '#lib/server/call.ts'
import { type DraftPhoto, isRefused } from './composition.ts'
import { changeDraft, changePhoto, clearDraft, followDraft, newPostDraft, readDraft } from './draft.ts'
import { retryPhoto, uploadsDone } from './photo-uploads.ts'
import { editOf } from './shapes.ts'

/** Sends the crop, rotation and adjustments of a photo if the server does not have them yet. */
async function saveEdit(photo: DraftPhoto) {
  const { key, progress } = photo
  const edit = editOf(photo)
  if (progress.step !== 'accepted' || hasEdit(progress.photo, edit)) return
  const edited = await editWhenRendered(progress.photo.id, editToSend(edit))
  changePhoto(key, () => ({ progress: { step: 'accepted', photo: edited } }))
}

let edits: Promise<unknown> = Promise.resolve()

/** Sends all unsaved edits. Runs are serialised, because the server renders a photo once at a time. */
export function saveEdits(): Promise<unknown> {
  const tell = () => Promise.all(readDraft().photos.map(saveEdit))
  edits = edits.then(tell, tell)
  return edits
}

async function sendDraft(): Promise<Post> {
  // Uploads would retry for a minute. The server may run on this machine, so only a failed call proves that it is
  // unreachable.
  if (!navigator.onLine) await call(getViewer)
  const { photos } = readDraft()
  // Photos already refused are left out, as the form says. A photo refused after this point stops the post.
  const refused = new Set(photos.filter(isRefused).map(({ key }) => key))
  for (const { key, progress } of photos)
    if (progress.step === 'failed' && !refused.has(key)) retryPhoto(newPostDraft, key)
  await uploadsDone(newPostDraft, photos.length > refused.size ? refused : new Set())
  await saveEdits()
  const { caption, pets, place, audience, replies, kept, idempotencyKey, photos: ready } = readDraft()
  const sent = ready.flatMap(({ progress, alt }) =>
    progress.step === 'accepted' ? [{ id: progress.photo.id, alt }] : [],
  )
  const words = { caption, pets, place, audience, replies, ...(kept && { draft: kept.id }) }
  return call(createPost, { body: { photos: sent, ...words }, idempotencyKey })
}

/** Waits for the connection. Resolves to false when the user cancels, or when no photos remain. */
function backOnline(): Promise<boolean> {
  changeDraft(() => ({ submission: { step: 'waiting', error: null } }))
  return new Promise((resolve) => {
    const end = (online: boolean) => {
      window.removeEventListener('online', goOn)
      stop()
      resolve(online)
    }
    const goOn = () => end(readDraft().photos.length > 0)
    const stop = followDraft(() => readDraft().submission?.step !== 'waiting' && end(false))
    window.addEventListener('online', goOn)
  })
}

/** Marks a photo as refused if it was taken down after its upload. The others can still be posted. */
const refuseTakenDown = (error: CallError) =>
  changeDraft(({ photos }) => ({
    photos: photos.map((photo) =>
      photo.progress.step === 'accepted' && error.field(`photos.${photo.progress.photo.id}`) !== undefined
        ? { ...photo, progress: { step: 'failed', error } }
        : photo,
    ),
  }))

/** Cancels a post that waits for the connection; the draft stays. */
export const cancelWaitingPost = () =>
  changeDraft(({ submission }) => (submission?.step === 'waiting' ? { submission: null } : {}))

/**
 * Submits the draft: waits for uploads, saves edits, and creates the post exactly once across retries.
 * Without a connection it waits for one and then continues.
 * The draft is cleared only after the server has the post. On any failure it stays whole, with the error.
 * @returns `already` when an earlier try had arrived but its answer was lost; null when it failed or was cancelled
 */
export async function submitDraft(): Promise<Post | 'already' | null> {
  changeDraft(() => ({ submission: { step: 'sending', error: null } }))
  try {
    const post = await sendDraft()
    clearDraft()
    return post
  } catch (cause) {
    const error = cause instanceof CallError ? cause : new CallError(null)
    if (error.code === 'idempotency-key-reused') {
      // The draft changed between two tries, and the first try was published.
      clearDraft()
      return 'already'
    }
    if (error.code === 'picture-taken-down') refuseTakenDown(error)
    if (error.code !== 'offline' || navigator.onLine) changeDraft(() => ({ submission: { step: 'failed', error } }))
    else if (await backOnline()) return submitDraft()
    else cancelWaitingPost()
    return null
  }
}
