import type { PoolClient, QueryResult } from 'pg'
import { type PoolName, watchStatement } from '#platform/monitoring/database-metrics.ts'
import { withTimeout } from '#platform/process/with-timeout.ts'
import { DatabaseGone, isReadOnlyError, isStatementError } from './db-errors.ts'

/** A statement. With a `name`, it is parsed once per connection. */
export type Statement = { text: string; values?: unknown[]; name?: string }

/** A database connection that sends one statement at a time, so that results cannot be mixed up. */
export type OneConnection = {
  /**
   * @param isOwn optional check that a result belongs to this statement
   * @throws DatabaseGone when no result arrives in time, or when `isOwn` rejects the result
   */
  ask(statement: Statement, isOwn?: (result: QueryResult) => boolean): Promise<QueryResult>
  /** Whether a result is missing or wrong, so that the connection must not be reused. */
  isInDoubt(): boolean
}

/** @param patienceMs longest wait for a result before the connection is closed */
export function oneConnection(client: PoolClient, patienceMs: number, pool: PoolName = 'other'): OneConnection {
  let doubt: DatabaseGone | undefined
  let last: Promise<unknown> = Promise.resolve()
  const send = async (statement: Statement, isOwn: (result: QueryResult) => boolean) => {
    if (doubt) throw doubt
    try {
      // The caller closes the connection, which discards a late result.
      const result = await withTimeout(client.query(statement), patienceMs)
      if (!result) throw new Error(`no answer within ${patienceMs} ms`)
      if (!isOwn(result)) throw new Error('an answer to another question')
      return result
    } catch (error) {
      // The server is no longer the primary: the next caller must connect to the new one.
      if (isReadOnlyError(error)) doubt = new DatabaseGone(error)
      if (isStatementError(error)) throw error
      doubt = new DatabaseGone(error)
      throw doubt
    }
  }
  return {
    ask: (statement, isOwn = () => true) => {
      const answer = last.then(() => watchStatement(pool, statement.text, () => send(statement, isOwn)))
      last = answer.catch(() => {})
      return answer
    },
    isInDoubt: () => doubt !== undefined,
  }
}
