import type { Log } from '#platform/monitoring/log.ts'

// Messages of PostgreSQL (elog.c, postmaster.c) and of packages/postgres when the server has ended.
const failure = /\b(?:FATAL|PANIC): |was terminated by (?:signal|exception)|^PostgreSQL (?:ended|could not be run)/

// FATAL too, but no failure: an operator or the shutdown of the app ended the backend.
const asked = /due to administrator command/

/** Returns a function that logs lines of the embedded PostgreSQL: a crash, FATAL and PANIC as errors. */
export const postgresLog =
  (log: Log) =>
  (line: string): void => {
    if (failure.test(line) && !asked.test(line)) log.error('postgres', line)
    else log.info('postgres', { line })
  }
