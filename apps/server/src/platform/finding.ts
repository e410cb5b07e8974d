/** Result of a health check: what was checked, whether it is healthy, and a sentence on its state or the remedy. */
export type Finding = { what: string; ok: boolean; says: string }
