import pg from 'pg'
import { isAccessError, isDatabaseUnavailable, isDiskFull } from '#platform/database/db-errors.ts'
import { Problem } from '#platform/problem.ts'
import { BadConfig } from '#platform/settings.ts'
import { StorageUnavailable } from '#platform/storage/storage-unavailable.ts'

// Whether the code is from the system (ENOENT) or from this app (BACKUP_REFUSED). Two other kinds of code mean a bug:
// Node's codes for wrong calls (ERR_INVALID_ARG_TYPE), and PostgreSQL's codes for wrong statements.
const hasOperatorCode = (error: Error) =>
  'code' in error && !(error instanceof pg.DatabaseError) && !String(error.code).startsWith('ERR_')

/** Whether the operator can correct the cause. */
const isCorrectable = (error: Error) =>
  [BadConfig, Problem, StorageUnavailable].some((kind) => error instanceof kind) ||
  [isDatabaseUnavailable, isAccessError, isDiskFull].some((matches) => matches(error)) ||
  hasOperatorCode(error)

/** Formats the error that ends a process: one line if the operator can correct the cause, a stack trace for a bug. */
export function formatFatalError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is in use: stop the program that uses it, or set PORT to another port.`
  return isCorrectable(error) ? error.message : (error.stack ?? error.message)
}
