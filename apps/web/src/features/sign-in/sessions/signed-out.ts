import { forgetAllUnsentText } from '#lib/forms/unsent-text.ts'
import { stopStoring } from '#lib/server/stop-storing.ts'

let opened: BroadcastChannel | undefined

/** To the other tabs. One for both ways: a second one here would receive what this one sends, and leave once more. */
const channel = () => (opened ??= new BroadcastChannel('pawtrait-session'))

/** Deleted once nothing is being written there; a tab that holds it open does not hold the log-out up. */
function deleteDrafts(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('pawtrait-drafts')
    for (const type of ['success', 'error', 'blocked']) request.addEventListener(type, () => resolve())
  })
}

/**
 * Forgets what this browser keeps of the user: their card, the number paid from, drafts, half-written words, pages. And
 * keeps nothing more of what the page still holds, here and in the other tabs.
 */
export async function forgetUser() {
  stopStoring()
  channel().postMessage('signed-out')
  for (const key of ['user', 'pay-phone', 'drafts-unsent']) localStorage.removeItem(key)
  forgetAllUnsentText()
  for (const key of ['story-draft', 'draft-open', 'pawtrait.lists']) sessionStorage.removeItem(key)
  await deleteDrafts()
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => {}) // a browser may refuse it
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
}

/** Leaves for `/`, here and in every other tab. A full load: nothing of the user stays in memory. */
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
