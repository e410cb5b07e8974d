import type { PoolClient, QueryResult } from 'pg'
import { type PoolName, watchStatement } from '#platform/monitoring/database-metrics.ts'
import { inTime } from '#platform/process/in-time.ts'
import { DatabaseGone, isAnswer, isReadOnly } from './db-errors.ts'

/** Text and values as they are sent; with a name the server parses the text once a connection. */
export type Statement = { text: string; values?: unknown[]; name?: string }

/** Statements on one connection: the next is sent when the last has been answered, so no answer can be another's. */
export type OneConnection = {
  /**
   * @param isOwn whether the answer belongs to this question, where the caller can tell
   * @throws DatabaseGone when no answer came, or another's
   */
  ask(statement: Statement, isOwn?: (result: QueryResult) => boolean): Promise<QueryResult>
  /** Whether an answer stayed away, or something came that is no answer: then nobody may use this connection again. */
  isInDoubt(): boolean
}

/** @param patienceMs how long an answer may take before the connection is given up */
export function oneConnection(client: PoolClient, patienceMs: number, pool: PoolName = 'other'): OneConnection {
  let doubt: DatabaseGone | undefined
  let last: Promise<unknown> = Promise.resolve()
  const send = async (statement: Statement, isOwn: (result: QueryResult) => boolean) => {
    if (doubt) throw doubt
    try {
      // Nothing is cancelled when time is up: the caller closes the connection, which takes a late answer along.
      const result = await inTime(client.query(statement), patienceMs)
      if (!result) throw new Error(`no answer within ${patienceMs} ms`)
      if (!isOwn(result)) throw new Error('an answer to another question')
      return result
    } catch (error) {
      // It leads to a server that was the primary and no longer is: whoever comes next connects to the new one.
      if (isReadOnly(error)) doubt = new DatabaseGone(error)
      if (isAnswer(error)) throw error
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
