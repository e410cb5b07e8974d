import { consumeFlashFlag, setFlashFlag } from '#lib/flash-flag.ts'
import { getPageViewer } from '#lib/server/page-viewer.ts'

const KEY = 'other-account'

/** Notes for the next page of this tab that another account is now logged in. Does nothing for a visitor. */
export function noteOtherAccount() {
  if (getPageViewer()) setFlashFlag(KEY)
}

/** Returns whether another account was logged in since the previous page; true only once. */
export const wasOtherAccount = (): boolean => consumeFlashFlag(KEY)
