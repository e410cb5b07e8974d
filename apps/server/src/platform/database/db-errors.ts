import pg from 'pg'

/** The database is unreachable, is restarting or has no free connection. */
export class DatabaseUnavailable extends Error {
  constructor(cause?: unknown) {
    super(cause instanceof Error ? `The database does not answer: ${cause.message}` : 'The database does not answer.', {
      cause,
    })
  }
}

// Error codes of PostgreSQL (appendix A) and of the system. `gone`: the connection was lost or refused. `busy`: a
// timeout or a deadlock ended the statement. `full`: the disk is full.
const connectionCodes = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03', '25P04', '08006', '08003'])
const busyCodes = new Set(['57014', '55P03', '40P01', '40001'])
const diskFullCodes = new Set(['53100', '58030', 'ENOSPC', 'EDQUOT'])

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined) ?? ''

// Errors of a prepared statement after a migration changed its tables. The statement would fail again on the same
// connection.
const outdatedStatementCodes = new Set(['0A000', '26000'])

/** Whether the connection is still usable after this error. Ignores the severity, because PostgreSQL translates it. */
export const isStatementError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError &&
  !connectionCodes.has(error.code ?? '') &&
  !outdatedStatementCodes.has(error.code ?? '')

/** Whether the database is unreachable, restarting, out of connections or no longer primary. Callers may retry. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || connectionCodes.has(codeOf(error)) || isReadOnlyError(error)

/** Whether a timeout or a deadlock ended the statement. The caller may retry it. */
export const isDatabaseBusy = (error: unknown): boolean => busyCodes.has(codeOf(error))

/** Whether a deadlock or serialization failure rolled the transaction back. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01' || codeOf(error) === '40001'

// Whether a replica refused the query of the WAL position. Checks the routine: error code 55000 has other causes.
const isReplaying = (error: unknown) =>
  codeOf(error) === '55000' && (error as pg.DatabaseError).routine === 'pg_current_wal_insert_lsn'

/** Whether a replica or a read-only transaction refused a write or the query of the current WAL position. */
export const isReadOnlyError = (error: unknown): boolean => codeOf(error) === '25006' || isReplaying(error)

/** Whether the disk of the database or of the app is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && diskFullCodes.has(String(error.code))

export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/** Whether a constraint refused the row (error class 23): usually a user broke a rule of the app, so no bug. */
export const isConstraintError = (error: unknown): boolean => codeOf(error).startsWith('23')

export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014'

/** Whether PostgreSQL refused the user, the password, the database name or a permission. */
export const isAccessError = (error: unknown): boolean => /^28|^3D|^42501$/.test(codeOf(error))

export const isMissingTableError = (error: unknown): boolean => codeOf(error) === '42P01'

/** Whether PostgreSQL refused a text with characters that it cannot store, such as NUL. No row has such a text. */
export const isUnstorableTextError = (error: unknown): boolean => ['22021', '22P05'].includes(codeOf(error))

/** Whether the error means that an SQL function refused an argument, such as an unknown time zone. */
export const isInvalidValueError = (error: unknown): boolean => codeOf(error) === '22023'

/** Returns the unique constraint that refused the row; undefined for other errors. */
export const violatedUniqueConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === '23505' ? (error.constraint ?? '') : undefined
