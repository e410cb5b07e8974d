/** Result of one health check: its subject, its success, and a sentence about the state or the remedy. */
export type Finding = { what: string; ok: boolean; says: string }
