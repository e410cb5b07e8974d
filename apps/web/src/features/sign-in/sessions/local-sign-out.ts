import { deleteAllUnsentText } from '#lib/forms/unsent-text.ts'
import { closeNotifications } from '#lib/offline/close-notifications.ts'
import { stopStoring } from '#lib/server/stop-storing.ts'
import type { QueuedAction } from './delete-queued-actions.ts'
import { saveLoggedOutUsername } from './logged-out-username.ts'
import { readObjectStore } from './read-object-store.ts'
import { readStoredUser } from './stored-user.ts'

let opened: BroadcastChannel | undefined

/**
 * Channel to the other tabs. One instance sends and receives, because a second one in this tab would receive this
 * tab's own messages.
 */
const channel = () => (opened ??= new BroadcastChannel('pawtrait-session'))

/** Deletes an IndexedDB database, after pending writes. If another tab keeps it open, resolves without waiting. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    for (const type of ['success', 'error', 'blocked']) request.addEventListener(type, () => resolve())
  })
}

/**
 * Deletes all local data of the user: profile, phone number for payments, drafts, unsent text, queued actions, cached
 * pages. No tab stores data of this user after that.
 */
export async function deleteLocalUserData() {
  stopStoring()
  channel().postMessage('signed-out')
  for (const key of ['user', 'pay-phone', 'drafts-unsent']) localStorage.removeItem(key)
  deleteAllUnsentText()
  for (const key of ['story-draft', 'draft-open', 'pawtrait.lists']) sessionStorage.removeItem(key)
  for (const name of ['pawtrait-drafts', 'pawtrait-offline']) await deleteDatabase(name)
  // If the code does not load, deletes the actions of all accounts.
  const loaded = await import('./delete-queued-actions.ts').catch(() => null)
  const queued = await readObjectStore<QueuedAction>('pawtrait-outbox', 'items').catch(() => [])
  if (!(await loaded?.deleteQueuedActions(queued))) await deleteDatabase('pawtrait-outbox')
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
    stopStoring()
    for (const key of ['story-draft', 'pawtrait.lists']) sessionStorage.removeItem(key)
    window.location.assign('/')
  })
}
