import { pageViewer, VIEWER_CHANGED } from '#lib/server/page-viewer.ts'
import { hasStoppedStoring } from '#lib/server/stop-storing.ts'
import { noteOtherAccount } from './other-account.ts'
import { storedUserId } from './stored-user.ts'

/**
 * Begins the page anew once somebody else is logged in than it was drawn for: a log-in in another tab, a page that the
 * back-forward cache restores, a refusal by the server. What was typed is kept on the device for whoever typed it;
 * the new page says so (`app/subscribe-account.ts`).
 */
export function watchLogIn(begin = () => window.location.reload()) {
  const beginAsOther = () => {
    noteOtherAccount()
    begin()
  }
  const compare = () => {
    const id = storedUserId()
    if (id === undefined || id === pageViewer()) return
    if (id) beginAsOther()
    else begin()
  }
  // That a user is gone is told by whoever logs out.
  window.addEventListener('storage', ({ key, newValue }) => key === 'user' && newValue !== null && compare())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // Whoever logged out and in again has nothing kept by a page from before.
    if (hasStoppedStoring()) begin()
    else compare()
  })
  window.addEventListener(VIEWER_CHANGED, beginAsOther)
}
