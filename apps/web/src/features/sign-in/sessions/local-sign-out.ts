import { deleteAllUnsentText } from '#lib/forms/unsent-text.ts'
import { stopStoring } from '#lib/server/stop-storing.ts'
import { keepLoggedOutName } from './logged-out-name.ts'
import { readStoredUser } from './stored-user.ts'

let opened: BroadcastChannel | undefined

/**
 * Channel to the other tabs. One instance sends and receives, because a second one in this tab would receive this
 * tab's own messages.
 */
const channel = () => (opened ??= new BroadcastChannel('pawtrait-session'))

/** Deletes all local drafts, after pending writes. If another tab keeps the database open, resolves without waiting. */
function deleteDrafts(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('pawtrait-drafts')
    for (const type of ['success', 'error', 'blocked']) request.addEventListener(type, () => resolve())
  })
}

/**
 * Deletes all local data of the user: profile, phone number for payments, drafts, unsent text, cached pages.
 * Stops further storing in this tab and the others.
 */
export async function deleteLocalUserData() {
  stopStoring()
  channel().postMessage('signed-out')
  for (const key of ['user', 'pay-phone', 'drafts-unsent']) localStorage.removeItem(key)
  deleteAllUnsentText()
  for (const key of ['story-draft', 'draft-open', 'pawtrait.lists']) sessionStorage.removeItem(key)
  await deleteDrafts()
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => {}) // some browsers refuse this call
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
}

/**
 * Deletes all local data and opens `/` in every tab. The full page load removes user data from memory. Only the history
 * entry of this tab keeps the username, for the next log-in.
 */
export async function signOutAllTabs() {
  const name = readStoredUser()?.username ?? ''
  await deleteLocalUserData()
  keepLoggedOutName(name)
  window.location.assign('/')
}

/** Opens `/` after a log-out in another tab. */
export function watchSignOut() {
  channel().addEventListener('message', () => {
    stopStoring()
    for (const key of ['story-draft', 'pawtrait.lists']) sessionStorage.removeItem(key)
    window.location.assign('/')
  })
}
