import { getPageViewer, VIEWER_CHANGED_EVENT } from '#lib/server/page-viewer.ts'
import { hasStoppedStoring } from '#lib/server/stop-storing.ts'
import { noteOtherAccount } from './other-account.ts'
import { storedUserId } from './stored-user.ts'

/**
 * Reloads the page when the logged-in user differs from the one it was rendered for. Triggers: a log-in in another
 * tab, the back-forward cache, a refusal by the server. Typed text stays on the device for its author, and the new
 * page shows a note (`app/subscribe-account.ts`).
 */
export function watchLogIn(begin = () => window.location.reload()) {
  const beginAsOther = () => {
    noteOtherAccount()
    begin()
  }
  const compare = () => {
    const id = storedUserId()
    if (id === undefined || id === getPageViewer()) return
    if (id) beginAsOther()
    else begin()
  }
  // A log-out sends its own message.
  window.addEventListener('storage', ({ key, newValue }) => key === 'user' && newValue !== null && compare())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // After log-out and log-in, a page from before must not store anything.
    if (hasStoppedStoring()) begin()
    else compare()
  })
  window.addEventListener(VIEWER_CHANGED_EVENT, beginAsOther)
}
