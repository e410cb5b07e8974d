import { noteForNextPage, takeNote } from '#lib/next-page-note.ts'
import { pageViewer } from '#lib/server/page-viewer.ts'

const KEY = 'other-account'

/** Notes, for the page that this tab is about to load, that another account has taken over. A visitor's has not. */
export function noteOtherAccount() {
  if (pageViewer()) noteForNextPage(KEY)
}

/** Whether another account has taken over since the page before; said once. */
export const wasOtherAccount = (): boolean => takeNote(KEY)
