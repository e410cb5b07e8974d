import { getPageViewer, VIEWER_CHANGED_EVENT } from '#lib/server/page-viewer.ts'
import { hasStoppedStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { setOtherAccountFlag } from './other-account-flag.ts'
import { readStoredUserId } from './stored-user.ts'

/**
 * Reloads the page if it was rendered for a user other than the logged-in user. The triggers are a log-in in another
 * tab, the back-forward cache, and a `viewer-changed` error. Unsent text stays on the device for its author, and the
 * reloaded page shows a note (`app/subscribe-to-account-events.ts`).
 */
export function watchLogIn(reload = () => window.location.reload()) {
  const reloadWithNote = () => {
    setOtherAccountFlag()
    reload()
  }
  const compare = () => {
    const id = readStoredUserId()
    if (id === undefined || id === getPageViewer()) return
    if (id) reloadWithNote()
    else reload()
  }
  // Ignores the removal of `user` at log-out, because `watchSignOut` handles a log-out.
  window.addEventListener('storage', ({ key, newValue }) => key === 'user' && newValue !== null && compare())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // Reloads a page that was rendered before a log-out, because it must no longer store data of that user.
    if (hasStoppedStoringUserData()) reload()
    else compare()
  })
  window.addEventListener(VIEWER_CHANGED_EVENT, reloadWithNote)
}
