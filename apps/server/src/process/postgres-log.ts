import type { Log } from '#platform/monitoring/log.ts'

// Lines about failures, written by PostgreSQL (elog.c, postmaster.c), or by packages/postgres after PostgreSQL ended.
const failure = /\b(?:FATAL|PANIC): |was terminated by (?:signal|exception)|^PostgreSQL (?:ended|could not be run)/

// FATAL lines that are not failures: the operator or the shutdown closed a connection.
const requested = /due to administrator command/

/** Logs the output of the embedded PostgreSQL. Crashes, FATAL and PANIC lines are logged as errors. */
export const createPostgresLog =
  (log: Log) =>
  (line: string): void => {
    if (failure.test(line) && !requested.test(line)) log.error('postgres', line)
    else log.info('postgres', { line })
  }
