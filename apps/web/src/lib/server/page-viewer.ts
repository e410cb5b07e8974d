import { VIEWER_HEADER, VISITOR } from '@pawtrait/contract/viewer-header.ts'

/** Window event: the server refused a call because another user is logged in by now. */
export const VIEWER_CHANGED_EVENT = 'viewer-changed'

let viewer: string | null | undefined

/** Sets the id of the user this page was rendered for; null for a visitor, undefined if unknown. */
export function setPageViewer(id: string | null | undefined) {
  viewer = id
}

/** Returns the id of the user this page was rendered for; null for a visitor, undefined if unknown. */
export const getPageViewer = (): string | null | undefined => viewer

/** Header that tells the server the page's viewer, because the cookie may belong to another user by now. */
export const viewerHeader = (): Record<string, string> =>
  viewer === undefined ? {} : { [VIEWER_HEADER]: viewer ?? VISITOR }
