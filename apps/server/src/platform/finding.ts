/** What was looked at, whether it is well, and in plain words what is so, or what is wrong and what to do. */
export type Finding = { what: string; ok: boolean; says: string }
