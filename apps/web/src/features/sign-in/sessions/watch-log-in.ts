import { getPageViewer, VIEWER_CHANGED_EVENT } from '#lib/server/page-viewer.ts'
import { hasStoppedStoring } from '#lib/server/stop-storing.ts'
import { setOtherAccountFlag } from './other-account-flag.ts'
import { readStoredUserId } from './stored-user.ts'

/**
 * Reloads the page when the logged-in user differs from the user it was rendered for. Triggers: a log-in in another
 * tab, the back-forward cache, a `viewer-changed` error. Unsent text stays on the device for its author, and the
 * reloaded page shows a note (`app/subscribe-account.ts`).
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
  // A log-out also removes `user` from localStorage, but `watchSignOut` handles a log-out.
  window.addEventListener('storage', ({ key, newValue }) => key === 'user' && newValue !== null && compare())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // The page was rendered before a log-out, and must not store data for that user any more.
    if (hasStoppedStoring()) reload()
    else compare()
  })
  window.addEventListener(VIEWER_CHANGED_EVENT, reloadWithNote)
}
