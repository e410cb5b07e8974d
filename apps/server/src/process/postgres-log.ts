import type { Log } from '#platform/monitoring/log.ts'

// Messages of PostgreSQL (elog.c, postmaster.c), and of packages/postgres after the server has ended.
const failure = /\b(?:FATAL|PANIC): |was terminated by (?:signal|exception)|^PostgreSQL (?:ended|could not be run)/

// Also FATAL, but no failure: an operator, or the shutdown of the app, ended the backend.
const requested = /due to administrator command/

/** Returns a function that logs lines of the embedded PostgreSQL; crashes, FATAL and PANIC as errors. */
export const postgresLog =
  (log: Log) =>
  (line: string): void => {
    if (failure.test(line) && !requested.test(line)) log.error('postgres', line)
    else log.info('postgres', { line })
  }
