/**
 * The request header in which a page says whom it was drawn for: the viewer's id, or `VISITOR`. A call in the name of
 * another account than the one that is logged in is refused with `viewer-changed`, before anything happens.
 */
export const VIEWER_HEADER = 'viewer-id'

/** What a page says that was drawn for nobody. */
export const VISITOR = 'visitor'
