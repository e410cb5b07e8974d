import { VIEWER_HEADER, VISITOR_HEADER_VALUE } from '@pawtrait/contract/viewer-header.ts'

/** Window event: the server refused a call because another user is logged in by now. */
export const VIEWER_CHANGED_EVENT = 'viewer-changed'

/** Window event: the server refused a call because the session of this page's user has ended. */
export const SESSION_ENDED_EVENT = 'session-ended'

let hasEnded = false

/** Records that the session of this page's user has ended, and dispatches SESSION_ENDED_EVENT. */
export function recordSessionEnd() {
  hasEnded = true
  window.dispatchEvent(new Event(SESSION_ENDED_EVENT))
}

/** Returns whether the session of this page's user has ended. After that, the page must not store user data. */
export const hasSessionEnded = () => hasEnded

let viewer: string | null | undefined

/** Sets the id of the user this page was rendered for; null for a visitor, undefined if unknown. */
export function setPageViewer(id: string | null | undefined) {
  viewer = id
}

/** Returns the id of the user this page was rendered for; null for a visitor, undefined if unknown. */
export const getPageViewer = (): string | null | undefined => viewer

/** Header with the id of the page's viewer, because the cookie may already belong to another user. */
export const buildViewerHeader = (): Record<string, string> =>
  viewer === undefined ? {} : { [VIEWER_HEADER]: viewer ?? VISITOR_HEADER_VALUE }
