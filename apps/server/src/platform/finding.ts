/** Result of one health check: subject, success, and a sentence with the state or the remedy. */
export type Finding = { what: string; ok: boolean; says: string }
