import { DatabaseGone } from '#platform/db-errors.ts'
import type { TestServer } from './server.ts'

/** What is said when the connection is gone. */
export const lostConnection = () => new DatabaseGone(new Error('Connection terminated unexpectedly'))

/** Does the work while `before` runs ahead of each statement and each transaction of requests. */
export async function aroundStatements<T>(
  { deps: { database } }: TestServer,
  before: (kind: 'statement' | 'transaction') => void,
  work: () => Promise<T>,
): Promise<T> {
  const wrapped =
    <A extends unknown[], R>(kind: 'statement' | 'transaction', run: (...given: A) => Promise<R>) =>
    async (...given: A) => {
      before(kind)
      return run(...given)
    }
  const originals = [database, database.forWrites].map((one) => {
    const { rows, row, proven, transaction } = one
    Object.assign(one, {
      rows: wrapped('statement', rows),
      row: wrapped('statement', row),
      proven: wrapped('statement', proven),
      transaction: wrapped('transaction', transaction),
    })
    return () => Object.assign(one, { rows, row, proven, transaction })
  })
  try {
    return await work()
  } finally {
    for (const restore of originals) restore()
  }
}

/** Does the work while every statement outside transactions from the nth on fails. */
export function whileStatementsFail<T>(server: TestServer, error: Error, work: () => Promise<T>, from = 1): Promise<T> {
  let asked = 0
  const fail = (kind: 'statement' | 'transaction') => {
    if (kind === 'statement' && ++asked >= from) throw error
  }
  return aroundStatements(server, fail, work)
}

/** How many statements requests send while the work is done. */
export async function countStatements(server: TestServer, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  await aroundStatements(server, (kind) => void (count += Number(kind === 'statement')), work)
  return count
}
