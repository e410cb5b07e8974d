export const SESSION_DAYS = 180
export const IDLE_DAYS = 30
