import { isAccessError, isDatabaseUnavailable } from '#platform/database/db-errors.ts'
import { Problem } from '#platform/problem.ts'
import { BadConfig } from '#platform/settings.ts'
import { StorageUnavailable } from '#platform/storage/storage-unavailable.ts'

/** Whether it is an error of the system, such as ENOENT or EACCES. Codes of Node's own errors begin with `ERR_`. */
const isSystemError = (error: Error) => 'code' in error && /^E(?!RR_)[A-Z]/.test(String(error.code))

/** Whether the operator can correct the cause. */
const isCorrectable = (error: Error) =>
  [BadConfig, Problem, StorageUnavailable].some((kind) => error instanceof kind) ||
  isDatabaseUnavailable(error) ||
  isAccessError(error) ||
  isSystemError(error)

/** Formats the error that ends a process: one line if the operator can correct the cause, a stack trace for a bug. */
export function formatFatalError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is in use: stop what listens there, or set PORT to another one.`
  return isCorrectable(error) ? error.message : (error.stack ?? error.message)
}
