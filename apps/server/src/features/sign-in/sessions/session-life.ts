/** How long a session lives, used or not, in days; its cookie too. security.md §3.1 */
export const SESSION_DAYS = 180
/** How long a session lives that is not used, in days. */
export const IDLE_DAYS = 30
