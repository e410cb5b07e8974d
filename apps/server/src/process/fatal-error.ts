import { isDatabaseUnavailable } from '#platform/database/db-errors.ts'
import { Problem } from '#platform/problem.ts'
import { BadConfig } from '#platform/settings.ts'
import { StorageUnavailable } from '#platform/storage/storage-unavailable.ts'

/** Whether the operator can correct the cause. Node's errors for wrong arguments have a code too, but are bugs. */
const isCorrectable = (error: Error) =>
  [BadConfig, Problem, StorageUnavailable].some((kind) => error instanceof kind) ||
  isDatabaseUnavailable(error) ||
  ('code' in error && !(error instanceof TypeError || error instanceof RangeError))

/** Formats the error that ends a process: one line if the operator can correct the cause, a stack trace for a bug. */
export function formatFatalError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is in use: stop what listens there, or set PORT to another one.`
  return isCorrectable(error) ? error.message : (error.stack ?? error.message)
}
