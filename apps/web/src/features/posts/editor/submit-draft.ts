import { createPost, editPost, type NewPost, type Post } from '@pawtrait/contract/posts.ts'
import { getViewer } from '@pawtrait/contract/users.ts'
import { hasEdit, toApiPhotoEdit } from '#features/media/crop-area.ts'
import { editPhotoWhenRendered } from '#features/media/edit-photo-when-rendered.ts'
import { CallError, call, isUnreachableError } from '#lib/server/call.ts'
import { getPhotoEdit } from './crop-shapes.ts'
import { type DraftPhoto, isPhotoRefused } from './draft-store.ts'
import { changeDraft, changePhoto, clearDraft, newPostDraft, readDraft, subscribeToDraft } from './new-post-draft.ts'
import { retryPhotoUpload, waitForUploads } from './photo-uploads.ts'

/** Sends the crop, rotation and adjustments of a photo if the server does not have them yet. */
async function saveEdit(photo: DraftPhoto) {
  const { key, progress } = photo
  const edit = getPhotoEdit(photo)
  if (progress.step !== 'accepted' || hasEdit(progress.photo, edit)) return
  const edited = await editPhotoWhenRendered(progress.photo.id, toApiPhotoEdit(edit))
  changePhoto(key, () => ({ progress: { step: 'accepted', photo: edited } }))
}

let edits: Promise<unknown> = Promise.resolve()

/**
 * Sends all unsaved photo edits. Calls are serialised, because the server accepts one rendering of a photo at a time.
 */
export function savePhotoEdits(): Promise<unknown> {
  const tell = () => Promise.all(readDraft().photos.map(saveEdit))
  edits = edits.then(tell, tell)
  return edits
}

/**
 * Creates the post without the photos in `refusedKeys`. Rejects if all photos are refused, or the upload of any other
 * photo fails.
 */
async function sendDraft(refusedKeys: ReadonlySet<string>): Promise<Post> {
  // Fails at once when offline, because uploads would retry for a minute. Without a network `onLine` is false. A server
  // on this machine is still reachable, so send a request to check.
  if (!navigator.onLine) await call(getViewer)
  const { photos } = readDraft()
  for (const photo of photos)
    if (photo.progress.step === 'failed' && !isPhotoRefused(photo)) retryPhotoUpload(newPostDraft, photo.key)
  await waitForUploads(newPostDraft, photos.length > refusedKeys.size ? refusedKeys : new Set())
  await savePhotoEdits()
  const { caption, pets, place, audience, replies, kept, photos: ready } = readDraft()
  const sentPhotos = ready.flatMap(({ progress, alt }) =>
    progress.step === 'accepted' ? [{ id: progress.photo.id, alt }] : [],
  )
  const fields = { caption, pets, place, audience, replies, ...(kept && { draft: kept.id }) }
  return createPostOnce({ photos: sentPhotos, ...fields })
}

const isReused = (error: unknown) => error instanceof CallError && error.code === 'idempotency-key-reused'

/**
 * Creates the post. If an earlier request created it and the response was lost, edits that post instead. The post then
 * has the draft's current content.
 */
async function createPostOnce(body: NewPost): Promise<Post> {
  const { unconfirmed, idempotencyKey } = readDraft()
  changeDraft(() => ({ unconfirmed: [...unconfirmed, body] }))
  try {
    return await call(createPost, { body, idempotencyKey })
  } catch (error) {
    if (isReused(error)) {
      const post = await findCreatedPost(unconfirmed, idempotencyKey)
      const { draft: _, ...change } = body
      if (post) return call(editPost, { params: { id: post.id }, body: change })
    } else if (!isUnreachableError(error)) changeDraft(() => ({ unconfirmed }))
    throw error
  }
}

/**
 * Repeats requests that got no response. Returns the post that one of these requests created. The server refuses the
 * other requests, because they reuse its idempotency key.
 */
async function findCreatedPost(requests: readonly NewPost[], idempotencyKey: string): Promise<Post | null> {
  for (const body of requests) {
    const post = await call(createPost, { body, idempotencyKey }).catch((error: unknown) => {
      if (!isReused(error)) throw error
      return null
    })
    if (post) return post
  }
  return null
}

/** Waits for the network. Resolves to false if the user cancels or removes all photos. */
function waitForNetwork(): Promise<boolean> {
  changeDraft(() => ({ submission: { step: 'waiting', error: null } }))
  return new Promise((resolve) => {
    const end = (online: boolean) => {
      window.removeEventListener('online', proceed)
      stop()
      resolve(online)
    }
    const proceed = () => end(readDraft().photos.length > 0)
    const stop = subscribeToDraft(() => readDraft().submission?.step !== 'waiting' && end(false))
    window.addEventListener('online', proceed)
  })
}

/** Marks photos as refused if moderators took them down after the upload. The other photos can still be posted. */
const markTakenDownPhotos = (error: CallError) =>
  changeDraft(({ photos }) => ({
    photos: photos.map((photo) =>
      photo.progress.step === 'accepted' && error.field(`photos.${photo.progress.photo.id}`) !== undefined
        ? { ...photo, progress: { step: 'failed', error } }
        : photo,
    ),
  }))

/** Cancels a submission that waits for a connection. The draft stays unchanged. */
export const cancelWaitingPost = () =>
  changeDraft(({ submission }) => (submission?.step === 'waiting' ? { submission: null } : {}))

/**
 * Submits the draft. Waits for uploads, saves edits, and creates the post exactly once across retries. When offline, it
 * waits for a connection and then continues. The draft is cleared only once the server has the post. After a failure it
 * remains, with the error in `submission`.
 * @returns `already` if an earlier request created the post and the post has since been deleted; null on failure or
 *   cancellation
 */
export function submitDraft(): Promise<Post | 'already' | null> {
  const { idempotencyKey, photos } = readDraft()
  changeDraft(() => ({ submission: { step: 'sending', error: null } }))
  // The form shows how many photos are refused when the user presses Submit. This set is computed before the wait for
  // the lock, because more photos may be refused during that wait.
  const refusedKeys = new Set(photos.filter(isPhotoRefused).map(({ key }) => key))
  // The Web Locks API needs HTTPS. A server started with LAN=1 uses HTTP.
  if (!('locks' in navigator)) return submitLocked(refusedKeys)
  // Another tab may hold the lock for hours. If this tab shows another draft by then, submit nothing.
  const submit = async () => (readDraft().idempotencyKey === idempotencyKey ? submitLocked(refusedKeys) : null)
  return navigator.locks.request(getSubmissionLockName(idempotencyKey), submit)
}

/** Returns the name of the lock that a tab holds while it submits a draft, even while it waits for the network. */
export const getSubmissionLockName = (key: string) => `submit-${key}`

async function submitLocked(refusedKeys: ReadonlySet<string>): Promise<Post | 'already' | null> {
  changeDraft(() => ({ submission: { step: 'sending', error: null } }))
  try {
    const post = await sendDraft(refusedKeys)
    clearDraft()
    return post
  } catch (cause) {
    const error = cause instanceof CallError ? cause : new CallError(null)
    if (error.code === 'gone') {
      // An earlier request with this key created the post, but its response was lost. Since then the post was deleted.
      clearDraft()
      return 'already'
    }
    if (error.code === 'picture-taken-down') markTakenDownPhotos(error)
    if (error.code !== 'offline' || navigator.onLine) changeDraft(() => ({ submission: { step: 'failed', error } }))
    else if (await waitForNetwork()) return submitLocked(refusedKeys)
    else cancelWaitingPost()
    return null
  }
}
