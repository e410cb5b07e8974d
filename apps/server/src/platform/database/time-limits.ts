/** Statement timeout, lock timeout and idle-in-transaction timeout in milliseconds. */
export type TimeLimits = { statementMs: number; lockMs: number; idleInTransactionMs: number }

/** Limits of a request, which may take ten seconds in all. */
export const requestLimits: TimeLimits = { statementMs: 5_000, lockMs: 2_000, idleInTransactionMs: 10_000 }

/** Limits of jobs and events, which handle many rows and are retried after a lock timeout. */
export const backgroundLimits: TimeLimits = { statementMs: 60_000, lockMs: 10_000, idleInTransactionMs: 60_000 }
