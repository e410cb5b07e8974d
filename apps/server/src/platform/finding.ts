/** Result of one health check: the subject, whether it is well, and a sentence with the state or the remedy. */
export type Finding = { what: string; ok: boolean; says: string }
