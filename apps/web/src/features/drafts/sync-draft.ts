import {
  type DraftContent,
  deleteDraft,
  getDraft,
  replaceDraft,
  type Draft as ServerDraft,
} from '@pawtrait/contract/drafts.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { toApiPhotoEdit } from '#features/media/crop-area.ts'
import { getPhotoEdit } from '#features/posts/editor/crop-shapes.ts'
import { type Draft, emptyDraft, hasContent, isPhotoRefused, MAX_PHOTOS } from '#features/posts/editor/draft-store.ts'
import { newPostDraft } from '#features/posts/editor/new-post-draft.ts'
import { retryPhotoUpload, startNextUploads } from '#features/posts/editor/photo-uploads.ts'
import { savePhotoEdits } from '#features/posts/editor/submit-draft.ts'
import { CallError, call } from '#lib/server/call.ts'
import { hasStoppedStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { msSincePageLoad } from '#lib/time/time.ts'
import { createDraftOnce, renewDraftKey } from './create-draft-once.ts'
import { fromServerDraft } from './draft-cache.ts'
import { deleteLocalDraft, saveLocalDraft, scheduleLocalSave } from './save-local-draft.ts'
import { clearOpenDraftRef, isDraftUnsent, saveOpenDraftRef } from './unsent-draft-keys.ts'

/**
 * Save state of the tab's draft. `waiting`: the device is offline. `unconfirmed`: only on this device, because the
 * server may have the post. `conflict`: another device changed the draft.
 */
export type DraftSyncState = {
  step: 'idle' | 'saving' | 'saved' | 'waiting' | 'unconfirmed' | 'failed' | 'conflict'
  /** The server's version of the draft in state `conflict`; otherwise null. */
  theirs: ServerDraft | null
}

// Debounce of saves to the server: 1.5 s after the last change, and at most 5 s after the first unsaved change.
const SAVE_DELAY_MS = 1_500
const MAX_SAVE_DELAY_MS = 5_000

let state: DraftSyncState = { step: 'idle', theirs: null }
const listeners = new Set<() => void>()
export const readDraftSyncState = () => state
export function subscribeDraftSync(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function setState(step: DraftSyncState['step'], theirs: ServerDraft | null = null) {
  state = { step, theirs }
  for (const listener of listeners) listener()
}

const getDraftContent = ({ caption, place, audience, replies, pets, photos }: Draft): DraftContent => ({
  caption,
  place,
  audience,
  replies,
  pets,
  photos: photos.flatMap(({ progress, alt }) => (progress.step === 'accepted' ? [{ id: progress.photo.id, alt }] : [])),
})

/** Returns a digest of the draft's saved fields, to detect changes. */
const computeDigest = (draft: Draft) =>
  JSON.stringify([
    getDraftContent(draft),
    draft.photos.map((photo) => [photo.key, toApiPhotoEdit(getPhotoEdit(photo))]),
  ])

let user: UserId | null = null
let lastSeen = { key: '', marks: '', wasSent: false, isQueued: false }
let timer: ReturnType<typeof setTimeout> | undefined
/** Digest of the draft as last saved on the server. Null if the server does not have the whole draft. */
let savedDigest: string | null = null
/** Time of the first change since the last save to the server, or null without changes. */
let changedAt: number | null = null
let saving: Promise<void> = Promise.resolve()
let subscriptions: AbortController | undefined

/** Starts saving the tab's draft on this device and on the server. */
export function startDraftSync(viewer: UserId) {
  if (user) return
  user = viewer
  subscriptions = new AbortController()
  const { signal } = subscriptions
  signal.addEventListener('abort', newPostDraft.subscribe(handleChange))
  const retryOffline = () => {
    for (const { key, progress } of newPostDraft.read().photos)
      if (progress.step === 'failed' && progress.error.code === 'offline') retryPhotoUpload(newPostDraft, key)
    void saveDraftNow()
  }
  window.addEventListener('online', retryOffline, { signal })
  const saveLocally = () => {
    const draft = newPostDraft.read()
    const isSubmitted = draft.submission !== null && draft.submission.step !== 'failed'
    if (user && (isSubmitted || computeDigest(draft) !== savedDigest)) void saveLocalDraft(draft, user)
  }
  window.addEventListener('pagehide', saveLocally, { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && saveLocally(), {
    signal,
  })
  handleChange()
}

/**
 * Stops saving and resets the sync state, as a page unload does. Only for tests, because all test files run in one
 * page.
 */
export function stopDraftSync() {
  clearTimeout(timer)
  subscriptions?.abort()
  user = null
  lastSeen = { key: '', marks: '', wasSent: false, isQueued: false }
  savedDigest = null
  changedAt = null
  setState('idle')
}

function handleChange() {
  if (hasStoppedStoringUserData()) return clearTimeout(timer)
  const draft = newPostDraft.read()
  if (draft.idempotencyKey !== lastSeen.key) handleNewDraft(draft)
  if (draft.submission?.step === 'sending') {
    // Stores the draft as queued. If the page closes before the response, the next start of the app sends it.
    if (user && (!lastSeen.wasSent || draft.unconfirmed.length > 0)) scheduleLocalSave(newPostDraft.read, user)
    lastSeen.wasSent = true
    return clearTimeout(timer)
  }
  const digest = computeDigest(draft)
  // After a failed submission, saves the draft even if it is unchanged.
  // A cancelled submission must remove the mark `isQueued`.
  const isQueued = draft.submission?.step === 'waiting'
  if (digest === lastSeen.marks && !lastSeen.wasSent && isQueued === lastSeen.isQueued) return
  lastSeen = { ...lastSeen, marks: digest, wasSent: false, isQueued }
  if (hasContent(draft)) saveOpenDraftRef(draft)
  if (user) scheduleLocalSave(newPostDraft.read, user)
  saveSoon()
}

function saveSoon() {
  clearTimeout(timer)
  changedAt ??= msSincePageLoad()
  const remainingMs = changedAt + MAX_SAVE_DELAY_MS - msSincePageLoad()
  timer = setTimeout(() => void saveDraftNow(), Math.max(0, Math.min(SAVE_DELAY_MS, remainingMs)))
}

/** Handles the replacement of the tab's draft. Deletes the local copy of the previous draft if it was posted. */
function handleNewDraft(draft: Draft) {
  const before = lastSeen.key
  if (before && lastSeen.wasSent) void deleteLocalDraft(before)
  // A draft from the server without unsent changes needs no save.
  const isSaved = draft.kept !== null && !isDraftUnsent(draft.idempotencyKey)
  savedDigest = isSaved ? computeDigest(draft) : null
  lastSeen = { key: draft.idempotencyKey, marks: savedDigest ?? '', wasSent: false, isQueued: false }
  if (hasContent(draft)) saveOpenDraftRef(draft)
  else if (before) clearOpenDraftRef()
  setState(isSaved ? 'saved' : 'idle')
}

/** Saves the draft now. Saves are serialised. */
export function saveDraftNow(): Promise<void> {
  clearTimeout(timer)
  changedAt = null
  saving = saving.then(save, save)
  return saving
}

async function save() {
  const draft = newPostDraft.read()
  const key = draft.idempotencyKey
  if (!user || hasStoppedStoringUserData() || draft.submission?.step === 'sending' || state.step === 'conflict') return
  if (!hasContent(draft)) return draft.kept ? deleteEmptied(draft) : deleteLocalDraft(key)
  setState('saving')
  const onDevice = await saveLocalDraft(draft, user)
  // The server may have created the post and deleted the draft. A new draft on the server could then become a second
  // post.
  if (draft.unconfirmed.length > 0) return setState(onDevice ? 'unconfirmed' : 'failed')
  try {
    await savePhotoEdits().catch(() => {})
    const before = newPostDraft.read()
    if (before.idempotencyKey !== key || before.submission?.step === 'sending') return
    const saved = await send(before)
    if (newPostDraft.read().idempotencyKey !== key) return
    newPostDraft.change(() => ({ kept: { id: saved.id, version: saved.version } }))
    saveOpenDraftRef(newPostDraft.read())
    const now = newPostDraft.read()
    // Deletes the local copy only if the server has the latest text, and every photo except refused photos.
    const isComplete = now.photos.every((photo) => photo.progress.step === 'accepted' || isPhotoRefused(photo))
    if (isComplete && computeDigest(now) === computeDigest(before)) {
      savedDigest = computeDigest(now)
      await deleteLocalDraft(key)
    }
    setState('saved')
  } catch (cause) {
    await handleFailure(draft, cause instanceof CallError ? cause : new CallError(null), onDevice)
  }
}

const send = (draft: Draft): Promise<ServerDraft> =>
  draft.kept
    ? call(replaceDraft, {
        params: { id: draft.kept.id },
        body: { ...getDraftContent(draft), version: draft.kept.version },
      })
    : createDraftOnce(draft.idempotencyKey, getDraftContent(draft))

async function handleFailure({ kept }: Draft, error: CallError, onDevice: boolean) {
  if (error.code === 'offline') return setState(onDevice ? 'waiting' : 'failed')
  if (error.code === 'conflict' && kept) {
    const theirs = await call(getDraft, { params: { id: kept.id } }).catch(() => null)
    return setState(theirs ? 'conflict' : 'failed', theirs)
  }
  // The server may already have the post: it has deleted the draft, or the submission is still running.
  if (newPostDraft.read().unconfirmed.length > 0) return setState('idle')
  if (error.code === 'not-found' && kept) {
    // Another device deleted the draft and its photos, so create a new draft with the local text and files.
    newPostDraft.change(({ photos }) => ({
      kept: null,
      photos: photos.flatMap((photo) => (photo.file ? [{ ...photo, progress: { step: 'waiting' as const } }] : [])),
    }))
    startNextUploads(newPostDraft)
    renewDraftKey(newPostDraft.read().idempotencyKey)
    // `saveDraftNow` would deadlock here: it waits for the current save, which waits for this call.
    return save()
  }
  setState('failed')
}

async function deleteEmptied({ kept, idempotencyKey }: Draft) {
  newPostDraft.change(() => ({ kept: null }))
  await deleteLocalDraft(idempotencyKey)
  if (kept) await call(deleteDraft, { params: { id: kept.id } }).catch(() => {})
  setState('idle')
}

/** Overwrites the other device's version with the local text. Adds that device's photos, up to the photo limit. */
export function overwriteRemoteDraft(theirs: ServerDraft) {
  newPostDraft.change((mine) => {
    const ownIds = new Set(mine.photos.map(({ progress }) => (progress.step === 'accepted' ? progress.photo.id : '')))
    const theirPhotos = fromServerDraft(theirs).photos.filter(({ key }) => ![...ownIds].some((id) => id === key))
    return {
      kept: { id: theirs.id, version: theirs.version },
      photos: [...mine.photos, ...theirPhotos].slice(0, MAX_PHOTOS),
    }
  })
  setState('idle')
  void saveDraftNow()
}

/** Discards the local version and loads the other device's version. */
export function acceptRemoteDraft(theirs: ServerDraft) {
  void deleteLocalDraft(newPostDraft.read().idempotencyKey)
  newPostDraft.replace(fromServerDraft(theirs))
}

/** Waits until no submission is running, because a submission reads the tab's draft until it ends. */
const submissionEnd = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (newPostDraft.read().submission?.step === 'sending') return
      stop()
      resolve()
    }
    const stop = newPostDraft.subscribe(check)
    check()
  })

/** Saves the tab's draft, and replaces it with another draft or an empty one. Waits for a running submission first. */
export async function switchDraft(next: Draft = emptyDraft()) {
  await submissionEnd()
  if (hasContent(newPostDraft.read())) await saveDraftNow()
  await submissionEnd()
  newPostDraft.replace(next)
  startNextUploads(newPostDraft)
}
