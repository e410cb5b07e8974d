/** Statement timeout, lock timeout and idle-in-transaction timeout in milliseconds. */
export type TimeLimits = { statementMs: number; lockMs: number; idleInTransactionMs: number }

/** Time limits of a request. A whole request may take ten seconds. */
export const requestLimits: TimeLimits = { statementMs: 5_000, lockMs: 2_000, idleInTransactionMs: 10_000 }

/** Time limits of jobs and events, which process many rows. They are retried after a lock timeout. */
export const backgroundLimits: TimeLimits = { statementMs: 60_000, lockMs: 10_000, idleInTransactionMs: 60_000 }
