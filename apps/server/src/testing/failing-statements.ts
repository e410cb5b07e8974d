import type { TestServer } from './server.ts'

/** What the driver says when the connection is gone. */
export const lostConnection = () => Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })

/** Does the work while every statement from the nth on fails. */
export async function whileStatementsFail<T>(
  { deps: { database } }: TestServer,
  error: Error,
  work: () => Promise<T>,
  from = 1,
): Promise<T> {
  const { rows, row } = database
  let asked = 0
  const failing =
    <A extends unknown[], R>(run: (...given: A) => Promise<R>) =>
    async (...given: A) => {
      if (++asked >= from) throw error
      return run(...given)
    }
  Object.assign(database, { rows: failing(rows), row: failing(row) })
  try {
    return await work()
  } finally {
    Object.assign(database, { rows, row })
  }
}
