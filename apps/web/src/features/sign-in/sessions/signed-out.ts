import { deleteAllUnsentText } from '#lib/forms/unsent-text.ts'
import { stopStoring } from '#lib/server/stop-storing.ts'

let opened: BroadcastChannel | undefined

/**
 * Channel to the other tabs, shared for sending and receiving. A second instance here would receive this tab's own
 * message.
 */
const channel = () => (opened ??= new BroadcastChannel('pawtrait-session'))

/** IndexedDB deletes after pending writes. A tab that keeps the database open does not delay the log-out. */
function deleteDrafts(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('pawtrait-drafts')
    for (const type of ['success', 'error', 'blocked']) request.addEventListener(type, () => resolve())
  })
}

/**
 * Deletes everything this browser stores of the user: card, phone number of payments, drafts, unsent text, pages.
 * Also stops all further storing, here and in the other tabs.
 */
export async function forgetUser() {
  stopStoring()
  channel().postMessage('signed-out')
  for (const key of ['user', 'pay-phone', 'drafts-unsent']) localStorage.removeItem(key)
  deleteAllUnsentText()
  for (const key of ['story-draft', 'draft-open', 'pawtrait.lists']) sessionStorage.removeItem(key)
  await deleteDrafts()
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => {}) // a browser may refuse it
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
}

/** Opens `/`, here and in every other tab, by a full load: no user data stays in memory. */
export async function leaveEverywhere() {
  await forgetUser()
  window.location.assign('/')
}

/** Follows a log-out in another tab. */
export function watchSignOut() {
  channel().addEventListener('message', () => {
    stopStoring()
    for (const key of ['story-draft', 'pawtrait.lists']) sessionStorage.removeItem(key)
    window.location.assign('/')
  })
}
