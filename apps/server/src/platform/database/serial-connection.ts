import type { PoolClient, QueryResult } from 'pg'
import { measureStatement, type PoolName } from '#platform/monitoring/database-metrics.ts'
import { withTimeout } from '#platform/process/with-timeout.ts'
import { DatabaseUnavailable, isReadOnlyError, isStatementError } from './db-errors.ts'

/** An SQL statement. With a `name`, PostgreSQL parses it once per connection. */
export type Statement = { text: string; values?: unknown[]; name?: string }

/** A database connection that sends one statement at a time, so that results cannot be mixed up. */
export type SerialConnection = {
  /** `isOwn` checks the result. @throws DatabaseUnavailable when no result arrives in time, or `isOwn` rejects it */
  ask(statement: Statement, isOwn?: (result: QueryResult) => boolean): Promise<QueryResult>
  /** Whether a result was missing or wrong. If so, the connection must not be used again. */
  isInDoubt(): boolean
}

/** Wraps a client of the pool. `patienceMs` is how long to wait for a result before giving up the connection. */
export function createSerialConnection(
  client: PoolClient,
  patienceMs: number,
  pool: PoolName = 'other',
): SerialConnection {
  let doubt: DatabaseUnavailable | undefined
  let last: Promise<unknown> = Promise.resolve()
  const send = async (statement: Statement, isOwn: (result: QueryResult) => boolean) => {
    if (doubt) throw doubt
    try {
      // If the result arrives late, it is discarded, because the caller closes the connection.
      const result = await withTimeout(client.query(statement), patienceMs)
      if (!result) throw new Error(`no answer within ${patienceMs} ms`)
      if (!isOwn(result)) throw new Error('an answer to another question')
      return result
    } catch (error) {
      // This server is no longer the primary. The next caller must connect to the new primary.
      if (isReadOnlyError(error)) doubt = new DatabaseUnavailable(error)
      if (isStatementError(error)) throw error
      doubt = new DatabaseUnavailable(error)
      throw doubt
    }
  }
  return {
    ask: (statement, isOwn = () => true) => {
      const answer = last.then(() => measureStatement(pool, statement.text, () => send(statement, isOwn)))
      last = answer.catch(() => {})
      return answer
    },
    isInDoubt: () => doubt !== undefined,
  }
}
