import pg from 'pg'

/** The database gave no answer: it cannot be reached, is restarting, or has no connection to spare. */
export class DatabaseGone extends Error {
  constructor(cause?: unknown) {
    super(cause instanceof Error ? `The database does not answer: ${cause.message}` : 'The database does not answer.', {
      cause,
    })
  }
}

// PostgreSQL's appendix A. The first group ends connections, the second ends statements that waited too long.
const gone = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03', '25P04', '08006', '08003'])
const busy = new Set(['57014', '55P03', '40P01', '40001'])
const full = new Set(['53100', '58030', 'ENOSPC', 'EDQUOT'])

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined) ?? ''

// A prepared statement that no longer fits its tables would be refused each time on the same connection.
const outdated = new Set(['0A000', '26000'])

/**
 * The server's word about one statement, on a connection that goes on; anything else leaves that in doubt. By its code:
 * the severity comes in the server's language.
 */
export const isAnswer = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !gone.has(error.code ?? '') && !outdated.has(error.code ?? '')

/**
 * The database cannot be reached, is restarting, has no connection to spare or is the primary no more: the caller may
 * try again.
 */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof DatabaseGone || gone.has(codeOf(error)) || isReadOnly(error)

/** The statement took too long, waited too long for a lock, or gave way in a deadlock: it may be tried again. */
export const isDatabaseBusy = (error: unknown): boolean => busy.has(codeOf(error))

/** Two transactions waited for each other, and this one was chosen to give way: nothing of it stands. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01' || codeOf(error) === '40001'

// A server that replays a log has written none of its own (55000, a code that many refusals share).
const isReplaying = (error: unknown) =>
  codeOf(error) === '55000' && (error as pg.DatabaseError).routine === 'pg_current_wal_insert_lsn'

/** A replica, or a transaction that only reads, was asked to write, or how far it has written. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006' || isReplaying(error)

/** There is no room left on the disk, for the database or for us. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && full.has(String(error.code))

/** It waited longer for a lock than `lock_timeout` allows. */
export const isLockTimedOut = (error: unknown): boolean => codeOf(error) === '55P03'

/** A constraint refused the row: mostly a rule at work, and no fault (class 23). */
export const isRefused = (error: unknown): boolean => codeOf(error).startsWith('23')

/** The statement ran longer than `statement_timeout` allows. */
export const isTimedOut = (error: unknown): boolean => codeOf(error) === '57014'

/** A table is not there. */
export const isTableMissing = (error: unknown): boolean => codeOf(error) === '42P01'

/** Text that PostgreSQL cannot hold, such as a NUL: nothing is called that, nobody needs it. */
export const isImpossibleText = (error: unknown): boolean => ['22021', '22P05'].includes(codeOf(error))

/** A function refused one of its values, such as a time zone it does not know. */
export const isInvalidValue = (error: unknown): boolean => codeOf(error) === '22023'

/** A unique constraint refused the row; gives its name. */
export const brokenUnique = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === '23505' ? (error.constraint ?? '') : undefined
