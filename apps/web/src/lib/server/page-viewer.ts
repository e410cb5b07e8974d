import { VIEWER_HEADER, VISITOR } from '@pawtrait/contract/viewer-header.ts'

/** Told to the window when the server refuses a call because somebody else is logged in by now. */
export const VIEWER_CHANGED = 'viewer-changed'

let viewer: string | null | undefined

/** Notes the id of the user for whom this page was drawn; null: a visitor, undefined: the page does not say. */
export function setPageViewer(id: string | null | undefined) {
  viewer = id
}

/** Whom this page was drawn for; null: a visitor, undefined: a page that does not say. */
export const pageViewer = (): string | null | undefined => viewer

/** Says so to the server with every call: the cookie may be somebody else's by now. */
export const viewerHeader = (): Record<string, string> =>
  viewer === undefined ? {} : { [VIEWER_HEADER]: viewer ?? VISITOR }
