import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { type OwnPhoto, uploadPhoto } from '@pawtrait/contract/photos/photos.ts'
import { VIEWER_HEADER } from '@pawtrait/contract/viewer-header.ts'
import { type OutboxItem, readOutbox, readOutboxPhoto, removeFromOutbox, updateOutboxItem } from './outbox-database.ts'

/** Name of the channel for messages to all tabs. */
export const OUTBOX_CHANNEL = 'pawtrait-outbox'

/**
 * Message to all tabs. `changed`: an item was added, or a refused item was removed. `sent`: the server accepted an
 * item; `answer` is the response. `dropped`: an item was refused or cancelled, so its optimistic update must be undone.
 * `logged-out`: the session of the item's user has ended.
 */
export type OutboxMessage =
  | { type: 'changed' }
  | { type: 'sent'; item: OutboxItem; answer: unknown }
  | { type: 'dropped'; item: OutboxItem }
  | { type: 'logged-out'; item: OutboxItem }

/** Tag for Background Sync. When the network is back, the browser sends this tag to the service worker. */
export const OUTBOX_SYNC_TAG = 'outbox'

const LOCK = 'pawtrait-outbox'
const SEND_MS = 60_000
const UPLOAD_MS = 5 * 60_000

// Returns whether a retry may succeed after a response with this status.
const isTemporary = (status: number) => status >= 500 || [408, 425, 429].includes(status)
// Returns whether the session has ended or belongs to another user. The item then remains queued for its own user.
const isOtherViewer = (status: number, code: string | undefined) => status === 401 || code === 'viewer-changed'
// Returns whether to remove the item without a retry. 410: the target, or the item that this action created, was
// deleted. 404: the target does not exist; counts only for a DELETE, and for a change of state other than an edit.
const isDone = (status: number, { kind, isState, request }: OutboxItem) =>
  status === 410 || (status === 404 && ((isState && kind !== 'edit') || request.method === 'DELETE'))

/**
 * Result of an attempt to send an item. `changed`: the item's photo must be uploaded again. `cancelled`: the user
 * cancelled the item during the upload of its photo. `later`: the server did not answer, or the error is temporary.
 * `other-viewer`: the item's user is logged out, or another user is logged in.
 */
type Outcome = 'sent' | 'refused' | 'changed' | 'cancelled' | 'later' | 'other-viewer'

// Returns whether our server sent the response. A response without JSON is from a proxy or a captive portal.
const isFromServer = ({ status, headers }: Response) =>
  status === 204 || /\bjson\b/.test(headers.get('content-type') ?? '')

type Answer = { status: number; body: unknown }
type Init = Pick<RequestInit, 'method' | 'body'> & { headers?: Record<string, string> }

/**
 * Calls the server as the user of the item. Returns null if a retry may succeed: the server did not answer, or the
 * error is temporary.
 */
async function request(path: string, { user }: OutboxItem, init: Init, limitMs: number): Promise<Answer | null> {
  const headers = { accept: 'application/json', [VIEWER_HEADER]: user, ...init.headers }
  const options: RequestInit = { ...init, headers, credentials: 'same-origin', signal: AbortSignal.timeout(limitMs) }
  const response = await fetch(path, options).catch(() => null)
  if (!response || !isFromServer(response) || isTemporary(response.status)) return null
  const { status } = response
  if (status === 204) return { status, body: null }
  const body: unknown = await response.json().catch(() => undefined) // The connection may end before the body.
  return body === undefined ? null : { status, body }
}

const isOk = ({ status }: Answer) => status < 300

/** Error for an item if the browser has lost its photo. */
const photoMissing: ProblemBody = {
  type: 'about:blank',
  title: '',
  status: 422,
  code: 'unreadable-photo',
  detail: '',
  requestId: '',
}

/** Uploads a stored photo. Returns null if a retry may succeed. */
async function sendPhoto(item: OutboxItem, key: string): Promise<Answer | null> {
  const photo = await readOutboxPhoto(key)
  if (!photo) return { status: 422, body: photoMissing }
  const form = new FormData()
  form.append('photo', new Blob([photo.bytes], { type: photo.type }), 'photo')
  return request(uploadPhoto.path, item, { method: 'POST', body: form }, UPLOAD_MS)
}

/** Calls the server. `photo`: id of the uploaded photo, for the body. Returns null if a retry may succeed. */
async function sendCall(item: OutboxItem, photo?: PhotoId): Promise<Answer | null> {
  const { method, path, body, idempotencyKey } = item.request
  const headers: Record<string, string> = {}
  if (body !== null) headers['content-type'] = 'application/json'
  if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey
  const sentBody = photo ? JSON.stringify({ ...(JSON.parse(body ?? '{}') as object), photo }) : body
  return request(path, item, { method, headers, body: sentBody }, SEND_MS)
}

/**
 * Uploads the photo of the item unless it is already uploaded, then calls the server. Does not call the server if the
 * user cancelled the item during the upload. Returns null if a retry may succeed.
 */
async function sendItem(item: OutboxItem): Promise<Answer | 'cancelled' | null> {
  if (!item.photo) return sendCall(item)
  const { key, id } = item.photo
  if (id) return sendCall(item, id)
  const upload = await sendPhoto(item, key)
  if (!upload || !isOk(upload)) return upload
  const photo = upload.body as OwnPhoto
  const isCancelled = !(await updateOutboxItem(item.id, { photo: { key, id: photo.id } }))
  return isCancelled ? 'cancelled' : sendCall(item, photo.id)
}

/** Returns whether the server has deleted the uploaded photo. The server keeps unposted photos for one day. */
const isPhotoGone = ({ id }: { id: PhotoId | null }, { errors = [] }: ProblemBody) =>
  id !== null && errors.some(({ field }) => field === `photos.${id}`)

async function send(item: OutboxItem, broadcast: (message: OutboxMessage) => void): Promise<Outcome> {
  const answer = await sendItem(item)
  if (!answer) return 'later'
  if (answer === 'cancelled') return 'cancelled'
  if (isOk(answer) || isDone(answer.status, item)) {
    await removeFromOutbox(item)
    broadcast({ type: 'sent', item, answer: isOk(answer) ? answer.body : null })
    return 'sent'
  }
  const problem = answer.body as ProblemBody | null
  if (isOtherViewer(answer.status, problem?.code)) {
    if (problem?.code === 'unauthenticated') broadcast({ type: 'logged-out', item })
    return 'other-viewer'
  }
  if (!problem?.code) return 'later'
  if (item.photo && isPhotoGone(item.photo, problem)) {
    await updateOutboxItem(item.id, { photo: { ...item.photo, id: null } })
    return 'changed'
  }
  await updateOutboxItem(item.id, { refused: problem })
  broadcast({ type: 'dropped', item })
  return 'refused'
}

/**
 * Runs `callback` while holding the outbox lock. On plain HTTP (LAN=1) the Web Locks API is missing, so `callback`
 * runs without a lock.
 */
const withOutboxLock = <T>(callback: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(LOCK, callback) : callback()

async function sendAll(channel: BroadcastChannel): Promise<boolean> {
  const otherUsers = new Set<string>()
  for (;;) {
    // Reads the queue again each time, because a newer state may have replaced an item.
    const next = (await readOutbox()).find(({ refused, user }) => !refused && !otherUsers.has(user))
    if (!next) return false
    const outcome = await send(next, (message) => channel.postMessage(message))
    if (outcome === 'later') return true
    if (outcome === 'other-viewer') otherUsers.add(next.user)
  }
}

/**
 * Sends the queue in order. Only one tab or service worker sends at a time. Stops at the first item that must be sent
 * again later. Resolves to true if it stopped at such an item.
 */
export async function sendOutbox(): Promise<boolean> {
  const channel = new BroadcastChannel(OUTBOX_CHANNEL)
  try {
    return await withOutboxLock(() => sendAll(channel))
  } finally {
    channel.close()
  }
}
