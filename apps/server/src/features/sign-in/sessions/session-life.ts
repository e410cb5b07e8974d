/** Maximum life of a session and its cookie, in days. */
export const SESSION_DAYS = 180
/** Life of an unused session, in days. */
export const IDLE_DAYS = 30
