import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { serverForFile } from '#testing/server.ts'
import { countStatements, whileStatementsFail } from './failing-statements.ts'

const server = serverForFile()
const selectOne = () => server.deps.database.row(sql`select 1`)

/** Prepares a statement in the caller's async context, as a timer does. Returns a function that runs it. */
function backgroundStatement() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent = promise.then(selectOne)
  return async () => {
    resolve()
    return sent
  }
}

describe('helpers that intercept SQL statements', () => {
  it('countStatements ignores statements of concurrent background work', async () => {
    const send = backgroundStatement()
    const count = await countStatements(server, async () => {
      await selectOne()
      await send()
      await selectOne()
    })
    expect(count).toBe(2)
  })

  it('whileStatementsFail makes statements throw the given error, except those of background work', async () => {
    const send = backgroundStatement()
    const error = new Error('fails on purpose')
    await whileStatementsFail(server, error, async () => {
      await expect(selectOne()).rejects.toThrow(error)
      expect(await send()).toBeDefined()
    })
  })

  it('countStatements includes the statements of an HTTP request', async () => {
    const get = () => server.call(null, 'GET', `/api/posts/${crypto.randomUUID()}`)
    expect(await countStatements(server, get)).toBeGreaterThan(0)
  })
})
