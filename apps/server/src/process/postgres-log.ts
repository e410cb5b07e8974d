import type { Log } from '#platform/monitoring/log.ts'

// Failures in the log of PostgreSQL (elog.c, postmaster.c), and lines of packages/postgres when the server has ended.
const failure = /\b(?:FATAL|PANIC): |was terminated by (?:signal|exception)|^PostgreSQL (?:ended|could not be run)/

// FATAL lines that report no failure: the operator or the shutdown ended a connection.
const requested = /due to administrator command/

/** Logs lines of the embedded PostgreSQL; crashes, FATAL and PANIC as errors. */
export const postgresLog =
  (log: Log) =>
  (line: string): void => {
    if (failure.test(line) && !requested.test(line)) log.error('postgres', line)
    else log.info('postgres', { line })
  }
