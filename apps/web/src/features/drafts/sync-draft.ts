import {
  type DraftWords,
  deleteDraft,
  getDraft,
  replaceDraft,
  type Draft as ServerDraft,
} from '@pawtrait/contract/drafts.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { editToSend } from '#features/media/crop-area.ts'
import { type Draft, emptyDraft, hasContent, MAX_PHOTOS } from '#features/posts/editor/composition.ts'
import { newPostDraft } from '#features/posts/editor/draft.ts'
import { retryPhoto, sendNext } from '#features/posts/editor/photo-uploads.ts'
import { editOf } from '#features/posts/editor/shapes.ts'
import { saveEdits } from '#features/posts/editor/submit-draft.ts'
import { CallError, call } from '#lib/server/call.ts'
import { hasStoppedStoring } from '#lib/server/stop-storing.ts'
import { msSincePageLoad } from '#lib/time/time.ts'
import { beginDraft, renewKey } from './begin-draft.ts'
import { draftFromServer } from './draft-cache.ts'
import { clearOpenDraft, isUnsent, saveOpenDraft } from './draft-marks.ts'
import { deleteLocalDraft, saveLocalDraft, scheduleLocalSave } from './save-local-draft.ts'

/** Save state of the tab's draft. `waiting`: for the connection. `conflict`: another device changed it. */
export type SyncState = {
  step: 'idle' | 'saving' | 'saved' | 'waiting' | 'failed' | 'conflict'
  /** With `conflict`: the server's version. */
  theirs: ServerDraft | null
}

// Saves to the server after a pause in typing, and at the latest this long after a change during typing.
const AFTER_MS = 1_500
const AT_LATEST_MS = 5_000

let state: SyncState = { step: 'idle', theirs: null }
const listeners = new Set<() => void>()
export const readSyncState = () => state
export function subscribeSync(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function tell(step: SyncState['step'], theirs: ServerDraft | null = null) {
  state = { step, theirs }
  for (const listener of listeners) listener()
}

const wordsOf = ({ caption, place, audience, replies, pets, photos }: Draft): DraftWords => ({
  caption,
  place,
  audience,
  replies,
  pets,
  photos: photos.flatMap(({ progress, alt }) => (progress.step === 'accepted' ? [{ id: progress.photo.id, alt }] : [])),
})

/** Returns a digest of everything that is saved, to detect changes. */
const marksOf = (draft: Draft) =>
  JSON.stringify([wordsOf(draft), draft.photos.map((photo) => [photo.key, editToSend(editOf(photo))])])

let user: UserId | null = null
let seen = { key: '', marks: '', wasSent: false }
let timer: ReturnType<typeof setTimeout> | undefined
/** Digest of the draft if the server has all of it. */
let savedMarks: string | null = null
/** Time of the first change that was not sent to the server. */
let changedAt: number | null = null
let saving: Promise<void> = Promise.resolve()
let following: AbortController | undefined

/** Starts saving the tab's draft on this device and on the server. */
export function startSync(viewer: UserId) {
  if (user) return
  user = viewer
  following = new AbortController()
  const { signal } = following
  signal.addEventListener('abort', newPostDraft.follow(look))
  const retryOffline = () => {
    for (const { key, progress } of newPostDraft.read().photos)
      if (progress.step === 'failed' && progress.error.code === 'offline') retryPhoto(newPostDraft, key)
    void saveNow()
  }
  window.addEventListener('online', retryOffline, { signal })
  const keepNow = () => {
    const draft = newPostDraft.read()
    if (user && marksOf(draft) !== savedMarks) void saveLocalDraft(draft, user)
  }
  window.addEventListener('pagehide', keepNow, { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keepNow(), { signal })
  look()
}

/** Stops saving and clears the user, as a page unload does. For tests, whose files share a page. */
export function stopSync() {
  clearTimeout(timer)
  following?.abort()
  user = null
  seen = { key: '', marks: '', wasSent: false }
  savedMarks = null
  changedAt = null
  tell('idle')
}

function look() {
  if (hasStoppedStoring()) return clearTimeout(timer)
  const draft = newPostDraft.read()
  if (draft.idempotencyKey !== seen.key) handleNewDraft(draft)
  if (draft.submission?.step === 'sending') {
    seen.wasSent = true
    return clearTimeout(timer)
  }
  const marks = marksOf(draft)
  // A failed submit turns back into a draft.
  if (marks === seen.marks && !seen.wasSent) return
  seen = { ...seen, marks, wasSent: false }
  if (hasContent(draft)) saveOpenDraft(draft)
  if (user) scheduleLocalSave(newPostDraft.read, user)
  saveSoon()
}

function saveSoon() {
  clearTimeout(timer)
  changedAt ??= msSincePageLoad()
  const remainingMs = changedAt + AT_LATEST_MS - msSincePageLoad()
  timer = setTimeout(() => void saveNow(), Math.max(0, Math.min(AFTER_MS, remainingMs)))
}

/** Handles a change of the tab's draft: the previous one was posted, or stays where it is saved. */
function handleNewDraft(draft: Draft) {
  const before = seen.key
  if (before && seen.wasSent) void deleteLocalDraft(before)
  // A draft opened from the server is saved already.
  const isSaved = draft.kept !== null && !isUnsent(draft.idempotencyKey)
  savedMarks = isSaved ? marksOf(draft) : null
  seen = { key: draft.idempotencyKey, marks: savedMarks ?? '', wasSent: false }
  if (hasContent(draft)) saveOpenDraft(draft)
  else if (before) clearOpenDraft()
  tell(isSaved ? 'saved' : 'idle')
}

/** Saves the draft now. Saves are serialised. */
export function saveNow(): Promise<void> {
  clearTimeout(timer)
  changedAt = null
  saving = saving.then(save, save)
  return saving
}

async function save() {
  const draft = newPostDraft.read()
  const key = draft.idempotencyKey
  if (!user || hasStoppedStoring() || draft.submission?.step === 'sending' || state.step === 'conflict') return
  if (!hasContent(draft)) return draft.kept ? deleteEmptied(draft) : deleteLocalDraft(key)
  tell('saving')
  const onDevice = await saveLocalDraft(draft, user)
  try {
    await saveEdits().catch(() => {})
    const before = newPostDraft.read()
    if (before.idempotencyKey !== key || before.submission?.step === 'sending') return
    const saved = await send(before)
    if (newPostDraft.read().idempotencyKey !== key) return
    newPostDraft.change(() => ({ kept: { id: saved.id, version: saved.version } }))
    saveOpenDraft(newPostDraft.read())
    const now = newPostDraft.read()
    // Photos still uploading, or text typed since, are only on this device.
    const isWhole = now.photos.every(({ progress }) => progress.step === 'accepted')
    if (isWhole && marksOf(now) === marksOf(before)) {
      savedMarks = marksOf(now)
      await deleteLocalDraft(key)
    }
    tell('saved')
  } catch (cause) {
    await failed(draft, cause instanceof CallError ? cause : new CallError(null), onDevice)
  }
}

const send = (draft: Draft): Promise<ServerDraft> =>
  draft.kept
    ? call(replaceDraft, {
        params: { id: draft.kept.id },
        body: { ...wordsOf(draft), version: draft.kept.version },
      })
    : beginDraft(draft.idempotencyKey, wordsOf(draft))

async function failed({ kept }: Draft, error: CallError, onDevice: boolean) {
  if (error.code === 'offline') return tell(onDevice ? 'waiting' : 'failed')
  if (error.code === 'conflict' && kept) {
    const theirs = await call(getDraft, { params: { id: kept.id } }).catch(() => null)
    return tell(theirs ? 'conflict' : 'failed', theirs)
  }
  if (error.code === 'not-found' && kept) {
    // Deleted on another device together with its photos: the local version continues as a new draft.
    newPostDraft.change(({ photos }) => ({
      kept: null,
      photos: photos.flatMap((photo) => (photo.file ? [{ ...photo, progress: { step: 'waiting' as const } }] : [])),
    }))
    sendNext(newPostDraft)
    renewKey(newPostDraft.read().idempotencyKey)
    // Not `saveNow`, which would wait for the current save, which includes this call.
    return save()
  }
  tell('failed')
}

async function deleteEmptied({ kept, idempotencyKey }: Draft) {
  newPostDraft.change(() => ({ kept: null }))
  await deleteLocalDraft(idempotencyKey)
  if (kept) await call(deleteDraft, { params: { id: kept.id } }).catch(() => {})
  tell('idle')
}

/** Overwrites the other device's text with the local one. Its photos are added as far as they fit. */
export function overwriteRemoteDraft(theirs: ServerDraft) {
  newPostDraft.change((mine) => {
    const ownIds = new Set(mine.photos.map(({ progress }) => (progress.step === 'accepted' ? progress.photo.id : '')))
    const theirPhotos = draftFromServer(theirs).photos.filter(({ key }) => ![...ownIds].some((id) => id === key))
    return {
      kept: { id: theirs.id, version: theirs.version },
      photos: [...mine.photos, ...theirPhotos].slice(0, MAX_PHOTOS),
    }
  })
  tell('idle')
  void saveNow()
}

/** Discards the local version and loads the other device's. */
export function acceptRemoteDraft(theirs: ServerDraft) {
  void deleteLocalDraft(newPostDraft.read().idempotencyKey)
  newPostDraft.replace(draftFromServer(theirs))
}

/** Saves the tab's draft and replaces it with another one, or an empty one. */
export async function shelveDraft(next: Draft = emptyDraft()) {
  if (hasContent(newPostDraft.read())) await saveNow()
  newPostDraft.replace(next)
  sendNext(newPostDraft)
}
