import { consumeFlashFlag, setFlashFlag } from '#lib/flash-flag.ts'
import { getPageViewer } from '#lib/server/page-viewer.ts'

const KEY = 'other-account'

/** Sets a flag that tells the next page of this tab that another account is logged in. Does nothing for a visitor. */
export function setOtherAccountFlag() {
  if (getPageViewer()) setFlashFlag(KEY)
}

/** Returns whether another account has logged in since this tab last loaded a page, and clears the flag. */
export const consumeOtherAccountFlag = (): boolean => consumeFlashFlag(KEY)
