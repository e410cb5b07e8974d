import { consumeFlashFlag, setFlashFlag } from '#lib/flash-flag.ts'
import { getPageViewer } from '#lib/server/page-viewer.ts'

const KEY = 'other-account'

/** Sets a flag for the next page of this tab: another account is now logged in. Does nothing for a visitor. */
export function setOtherAccountFlag() {
  if (getPageViewer()) setFlashFlag(KEY)
}

/** Returns and clears the flag: another account has logged in since the previous page of this tab. */
export const consumeOtherAccountFlag = (): boolean => consumeFlashFlag(KEY)
