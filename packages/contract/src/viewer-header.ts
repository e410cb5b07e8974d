/**
 * Request header: the page was rendered for this viewer, a user id or `VISITOR_HEADER_VALUE`. If another account is
 * signed in, the server refuses the call with `viewer-changed` before it has any effect.
 */
export const VIEWER_HEADER = 'viewer-id'

/** Value of the header if the page was rendered without a viewer. */
export const VISITOR_HEADER_VALUE = 'visitor'
