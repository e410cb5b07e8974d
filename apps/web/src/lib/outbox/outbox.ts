import { getPageViewer, recordSessionEnd } from '#lib/server/page-viewer.ts'
import { hasStoppedStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { addPhotoToOutbox, addToOutbox, type OutboxItem, readOutbox, removeFromOutbox } from './outbox-database.ts'
import { readOutboxItems, setOutboxItems } from './outbox-store.ts'
import { type NewOutboxItem, provideOutbox } from './queue-call.ts'
import { OUTBOX_CHANNEL, OUTBOX_SYNC_TAG, type OutboxMessage, sendOutbox } from './send-outbox.ts'

// Pause in ms before a retry while the server does not answer.
const RETRY_MS = 15_000

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }

let timer: ReturnType<typeof setTimeout> | undefined

/** Updates the list of queued actions on the screen from the database. */
async function refresh() {
  const user = getPageViewer()
  const items = await readOutbox().catch(() => [])
  setOutboxItems(items.filter((item) => item.user === user))
}

/** Requests a Background Sync, if the browser supports it. */
async function requestSync() {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return
  const registration = (await navigator.serviceWorker.ready) as SyncRegistration
  await registration.sync?.register(OUTBOX_SYNC_TAG).catch(() => {}) // The user may have disabled background sync.
}

/** Sends the queue, and retries while the server does not answer. */
export async function sendOutboxNow(): Promise<void> {
  clearTimeout(timer)
  const mustRetry = await sendOutbox().catch(() => false)
  await refresh()
  if (mustRetry) timer = setTimeout(() => void sendOutboxNow(), RETRY_MS)
}

/**
 * Sends a message to all tabs, including this one. Uses a new channel, because a channel does not receive messages that
 * it sends itself.
 */
function broadcast(message: OutboxMessage) {
  const channel = new BroadcastChannel(OUTBOX_CHANNEL)
  channel.postMessage(message)
  channel.close()
}

const isWaiting = (thing: string) => readOutboxItems().some((item) => item.thing === thing && !item.refused)

/** Queues an action of the viewer, with its photo if given. @throws DOMException if the disk is full */
async function addItem({ file, ...item }: NewOutboxItem): Promise<void> {
  if (hasStoppedStoringUserData()) throw new Error('The user has logged out.')
  // Stores the photo first, because an item without its photo could never be sent.
  const photo = file ? { key: await addPhotoToOutbox(file), id: null } : null
  await addToOutbox({ ...item, photo, refused: null })
  await refresh()
  broadcast({ type: 'changed' })
  void requestSync()
  clearTimeout(timer)
  timer = setTimeout(() => void sendOutboxNow(), RETRY_MS)
}

/**
 * Cancels a queued action, or removes a refused one. Does not wait for a request in progress, which may take minutes.
 * If the server accepts that request after all, `onSent` shows the action again.
 */
export async function cancelQueuedAction(item: OutboxItem): Promise<void> {
  await removeFromOutbox(item)
  broadcast({ type: 'dropped', item })
  await sendOutboxNow()
}

/** Removes a refused action that the user has done again. Undoes nothing on the screen. */
export async function removeRefusedAction(item: OutboxItem): Promise<void> {
  await removeFromOutbox(item)
  await refresh()
  broadcast({ type: 'changed' })
}

/**
 * Sends the queue now, and whenever the network is back or the user returns to the page. In each tab, `onSent` runs for
 * each accepted item, `onDropped` for each refused or cancelled one.
 */
export function startOutbox(
  onSent: (item: OutboxItem, answer: unknown) => void,
  onDropped: (item: OutboxItem) => void,
): void {
  provideOutbox({ addItem, isWaiting })
  const channel = new BroadcastChannel(OUTBOX_CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<OutboxMessage>) => {
    const isOwn = data.type !== 'changed' && data.item.user === getPageViewer()
    if (isOwn && data.type === 'sent') onSent(data.item, data.answer)
    if (isOwn && data.type === 'dropped') onDropped(data.item)
    if (isOwn && data.type === 'logged-out') recordSessionEnd()
    void refresh()
  })
  const sendNow = () => void sendOutboxNow()
  window.addEventListener('online', sendNow)
  window.addEventListener('pageshow', sendNow)
  document.addEventListener('visibilitychange', () => document.hidden || sendNow())
  sendNow()
}
