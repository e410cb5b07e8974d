import { CannotStart, DataFolderInUse } from '@pawtrait/postgres/errors.ts'
import { BackupError } from '#app/backup/backup-error.ts'
import { DatabaseUnavailable } from '#platform/database/db-errors.ts'
import { SchemaTooNew } from '#platform/database/schema-version.ts'
import { BadConfig } from '#platform/settings.ts'

// Errors that the operator can correct. System errors, such as a port in use, are also shown as one line.
const clear = new Set<unknown>([
  BackupError,
  BadConfig,
  CannotStart,
  DatabaseUnavailable,
  DataFolderInUse,
  SchemaTooNew,
])

/** Formats an error: one line if the operator can correct the cause, a stack trace for a bug. */
export function formatStartupError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is in use: stop what listens there, or set PORT to another one.`
  return clear.has(error.constructor) || 'syscall' in error ? error.message : (error.stack ?? error.message)
}
