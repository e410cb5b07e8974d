import { forgetAllHalfWritten } from '#lib/half-written.ts'

let opened: BroadcastChannel | undefined

/** To the other tabs. One for both ways: a second one here would hear what this one says, and leave once more. */
const channel = () => (opened ??= new BroadcastChannel('pawtrait-session'))

/** Forgets what this browser keeps of the user: their card, the number paid from, drafts, half-written words, pages. */
async function forgetUser() {
  for (const key of ['user', 'pay-phone', 'drafts-unsent']) localStorage.removeItem(key)
  forgetAllHalfWritten()
  for (const key of ['story-draft', 'draft-open']) sessionStorage.removeItem(key)
  indexedDB.deleteDatabase('pawtrait-drafts')
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => {}) // a browser may refuse it
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
}

/** Leaves for `/`, here and in every other tab. A full load: nothing of the user stays in memory. */
export async function leaveEverywhere() {
  await forgetUser()
  channel().postMessage('signed-out')
  window.location.assign('/')
}

/** Follows a log-out in another tab. */
export function followSignOut() {
  channel().addEventListener('message', () => {
    sessionStorage.removeItem('story-draft')
    window.location.assign('/')
  })
}
