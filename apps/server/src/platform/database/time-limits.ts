/** Statement timeout, lock timeout, and how long a transaction may sit idle. Milliseconds. */
export type TimeLimits = { statementMs: number; lockMs: number; idleInTransactionMs: number }

/** Somebody waits for the answer, at most ten seconds (`security.md` §3.4). */
export const requestLimits: TimeLimits = { statementMs: 5_000, lockMs: 2_000, idleInTransactionMs: 10_000 }

/** Nobody waits: jobs and events sweep and tell many at once, and are tried again when they meet a lock. */
export const backgroundLimits: TimeLimits = { statementMs: 60_000, lockMs: 10_000, idleInTransactionMs: 60_000 }
