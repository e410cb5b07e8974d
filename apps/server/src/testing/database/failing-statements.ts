import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseUnavailable } from '#platform/database/db-errors.ts'
import type { TestServer } from '#testing/server.ts'

export const connectionLostError = () => new DatabaseUnavailable(new Error('Connection terminated unexpectedly'))

type StatementKind = 'statement' | 'transaction'

/**
 * Runs `work`. Calls `before` ahead of each statement and transaction of `work`. Ignores those of timers, which run in
 * another async context.
 */
export async function interceptStatements<T>(
  { deps: { database } }: TestServer,
  before: (kind: StatementKind) => void,
  work: () => Promise<T>,
): Promise<T> {
  const scope = new AsyncLocalStorage<true>()
  const intercept =
    <A extends unknown[], R>(kind: StatementKind, run: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      if (scope.getStore()) before(kind)
      return run(...args)
    }
  const originals = [database, database.forWrites].map((target) => {
    const { rows, row, verifiedRow, transaction } = target
    Object.assign(target, {
      rows: intercept('statement', rows),
      row: intercept('statement', row),
      verifiedRow: intercept('statement', verifiedRow),
      transaction: intercept('transaction', transaction),
    })
    return () => Object.assign(target, { rows, row, verifiedRow, transaction })
  })
  try {
    return await scope.run(true, work)
  } finally {
    for (const restore of originals) restore()
  }
}

/** Runs `work`. Its statements outside transactions fail, starting with the statement number `from`. */
export function whileStatementsFail<T>(server: TestServer, error: Error, work: () => Promise<T>, from = 1): Promise<T> {
  let count = 0
  const fail = (kind: StatementKind) => {
    if (kind === 'statement' && ++count >= from) throw error
  }
  return interceptStatements(server, fail, work)
}

/** Counts the statements that `work` runs outside transactions. */
export async function countStatements(server: TestServer, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const add = (kind: StatementKind) => {
    if (kind === 'statement') count++
  }
  await interceptStatements(server, add, work)
  return count
}
