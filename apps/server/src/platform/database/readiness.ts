import { randomUUID } from 'node:crypto'
import type { FieldError } from '@pawtrait/contract/errors.ts'
import { sql } from 'drizzle-orm'
import type { Database } from './db.ts'

const notReady = (field: string, message: string): FieldError => ({ field, code: 'not-ready', message })

/** Whether the database returns a random value that was sent to it. Another value means that results are mixed up. */
async function echoesToken(database: Database): Promise<boolean> {
  const token = randomUUID()
  return database
    .verifiedRow<{ token: string }>(sql`select ${token}::text as token`, (row) => row.token === token)
    .then(
      () => true,
      () => false,
    )
}

/**
 * Returns the reasons why `/readyz` fails, without secrets. Ignores late jobs and a full disk: they affect all nodes,
 * so a load balancer would remove every node.
 */
export async function findReadinessProblems(state: { database: Database; isClosing: boolean }): Promise<FieldError[]> {
  if (state.isClosing) return [notReady('process', 'This process is shutting down.')]
  return (await echoesToken(state.database)) ? [] : [notReady('database', 'The database does not answer as it should.')]
}
