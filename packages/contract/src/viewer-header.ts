/**
 * Request header with the viewer the page was rendered for: a user id, or `VISITOR`. If another account is signed in,
 * the server refuses the call with `viewer-changed` before it has any effect.
 */
export const VIEWER_HEADER = 'viewer-id'

/** Value of the header for a page rendered without a viewer. */
export const VISITOR = 'visitor'
