import { pageViewer } from '#lib/page-viewer.ts'

const KEY = 'other-account'

/** Notes, for the page that this tab is about to load, that another account has taken over. A visitor's has not. */
export function noteOtherAccount() {
  try {
    if (pageViewer()) sessionStorage.setItem(KEY, 'true')
  } catch {
    // Storage may be switched off: then nothing is said.
  }
}

/** Whether another account has taken over since the page before; said once. */
export function wasOtherAccount(): boolean {
  try {
    const isNoted = sessionStorage.getItem(KEY) !== null
    sessionStorage.removeItem(KEY)
    return isNoted
  } catch {
    return false
  }
}
