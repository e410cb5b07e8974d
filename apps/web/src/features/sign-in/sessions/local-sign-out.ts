import { deleteAllUnsentText } from '#lib/forms/unsent-text.ts'
import { closeNotifications } from '#lib/offline/close-notifications.ts'
import { getPageViewer } from '#lib/server/page-viewer.ts'
import { stopStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { saveLoggedOutUsername } from './logged-out-username.ts'
import { readObjectStore } from './read-object-store.ts'
import { readStoredUser } from './stored-user.ts'

let opened: BroadcastChannel | undefined

/**
 * Channel to the other tabs. The same instance sends and receives, because a second instance in this tab would receive
 * the messages of the first.
 */
const channel = () => (opened ??= new BroadcastChannel('pawtrait-session'))

/**
 * Deletes an IndexedDB database, after pending writes. If another tab keeps the database open, resolves without
 * waiting.
 */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    for (const type of ['success', 'error', 'blocked']) request.addEventListener(type, () => resolve())
  })
}

/** Fields of an outbox item that the log-out reads. */
type QueuedAction = { id: number; user: string; photo: { key: string } | null }

/**
 * Deletes the viewer's queued actions and their photos. `all` contains the queued actions of every account. If no other
 * account has queued actions, deletes nothing and returns false: the caller then deletes the whole database.
 */
async function deleteQueuedActions(all: readonly QueuedAction[]): Promise<boolean> {
  const ownItems = all.filter(({ user }) => user === getPageViewer())
  if (ownItems.length === all.length) return false
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('pawtrait-outbox')
    opening.addEventListener('error', () => resolve())
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction(['items', 'photos'], 'readwrite')
      for (const { id, photo } of ownItems) {
        transaction.objectStore('items').delete(id)
        if (photo) transaction.objectStore('photos').delete(photo.key)
      }
      for (const type of ['complete', 'abort']) transaction.addEventListener(type, () => resolve())
      opening.result.close() // the database closes only after the transaction ends
    })
  })
  return true
}

/**
 * Deletes all local data of the user: profile, phone number for payments, drafts, unsent text, queued actions, cached
 * pages. No tab stores data of this user after that.
 */
export async function deleteLocalUserData() {
  stopStoringUserData()
  channel().postMessage('signed-out')
  for (const key of ['user', 'pay-phone', 'drafts-unsent']) localStorage.removeItem(key)
  deleteAllUnsentText()
  for (const key of ['story-draft', 'draft-open', 'pawtrait.lists']) sessionStorage.removeItem(key)
  for (const name of ['pawtrait-drafts', 'pawtrait-offline']) await deleteDatabase(name)
  const queued = await readObjectStore<QueuedAction>('pawtrait-outbox', 'items').catch(() => [])
  if (!(await deleteQueuedActions(queued))) await deleteDatabase('pawtrait-outbox')
  await closeNotifications()
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => {}) // some browsers refuse to clear the badge
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
}

/**
 * Deletes all local data and opens `/` in every tab. The full page load removes user data from memory. Only the history
 * entry of this tab keeps the username, for the next log-in.
 */
export async function signOutAllTabs() {
  const name = readStoredUser()?.username ?? ''
  await deleteLocalUserData()
  saveLoggedOutUsername(name)
  window.location.assign('/')
}

/** Opens `/` in this tab after a log-out in another tab. */
export function watchSignOut() {
  channel().addEventListener('message', () => {
    stopStoringUserData()
    for (const key of ['story-draft', 'pawtrait.lists']) sessionStorage.removeItem(key)
    window.location.assign('/')
  })
}
