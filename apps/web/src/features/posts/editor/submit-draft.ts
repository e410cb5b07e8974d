import { createPost, type Post } from '@pawtrait/contract/posts.ts'
import { whoAmI } from '@pawtrait/contract/users.ts'
import { isEdited, wantedEdit } from '#features/media/crop-area.ts'
import { editWhenRendered } from '#features/media/edit-when-rendered.ts'
import { CallError, call } from '#lib/server/call.ts'
import { type DraftPhoto, isRefused } from './composition.ts'
import { changeDraft, changePhoto, clearDraft, followDraft, readDraft, theDraft } from './draft.ts'
import { retryPhoto, uploadsDone } from './photo-uploads.ts'
import { editOf } from './shapes.ts'

/** Tells the server how a photo is cut, turned and adjusted, when it does not know yet. */
async function saveEdit(photo: DraftPhoto) {
  const { key, progress } = photo
  const edit = editOf(photo)
  if (progress.step !== 'accepted' || isEdited(progress.photo, edit)) return
  const edited = await editWhenRendered(progress.photo.id, wantedEdit(edit))
  changePhoto(key, () => ({ progress: { step: 'accepted', photo: edited } }))
}

let edits: Promise<unknown> = Promise.resolve()

/** Tells the server of every edit made so far; one telling after the other, for a photo is cut once at a time. */
export function saveEdits(): Promise<unknown> {
  const tell = () => Promise.all(readDraft().photos.map(saveEdit))
  edits = edits.then(tell, tell)
  return edits
}

async function sendDraft(): Promise<Post> {
  // Uploads would try for a minute. The server may be this very machine, though: only no answer is an answer.
  if (!navigator.onLine) await call(whoAmI)
  const { photos } = readDraft()
  // Those that stand refused in the form are left out, as it says there; one refused from now on stops the post.
  const left = new Set(photos.filter(isRefused).map(({ key }) => key))
  for (const { key, progress } of photos) if (progress.step === 'failed' && !left.has(key)) retryPhoto(theDraft, key)
  await uploadsDone(theDraft, photos.length > left.size ? left : new Set())
  await saveEdits()
  const { caption, pets, place, audience, replies, kept, idempotencyKey, photos: ready } = readDraft()
  const sent = ready.flatMap(({ progress, alt }) =>
    progress.step === 'accepted' ? [{ id: progress.photo.id, alt }] : [],
  )
  const words = { caption, pets, place, audience, replies, ...(kept && { draft: kept.id }) }
  return call(createPost, { body: { photos: sent, ...words }, idempotencyKey })
}

/** Waits for the browser's connection; false when the draft is held back meanwhile, or has no photos left. */
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

/** A photo that was taken down since it was sent stands as refused: the others can be posted without it. */
const refuseTakenDown = (error: CallError) =>
  changeDraft(({ photos }) => ({
    photos: photos.map((photo) =>
      photo.progress.step === 'accepted' && error.field(`photos.${photo.progress.photo.id}`) !== undefined
        ? { ...photo, progress: { step: 'failed', error } }
        : photo,
    ),
  }))

/** Keeps a post back that waits for the connection; the draft stays. */
export const holdBack = () =>
  changeDraft(({ submission }) => (submission?.step === 'waiting' ? { submission: null } : {}))

/**
 * Posts the draft: waits for its photos, cuts and turns them, creates the post once however often it is tried. Without
 * a connection it waits for one and goes on by itself.
 * The draft is cleared only after the server has it; when anything fails all of it stays, with the error.
 * @returns `already` when an earlier try had arrived and its answer was lost; null when it failed or was held back
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
      // The draft was changed between two tries, and the first of them is published.
      clearDraft()
      return 'already'
    }
    if (error.code === 'picture-taken-down') refuseTakenDown(error)
    if (error.code !== 'offline' || navigator.onLine) changeDraft(() => ({ submission: { step: 'failed', error } }))
    else if (await backOnline()) return submitDraft()
    else holdBack()
    return null
  }
}
