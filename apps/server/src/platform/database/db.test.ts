import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, openSecondConnection } from '#testing/database/database.ts'
import { connect, type Database, type Db } from './db.ts'
import { isDatabaseUnavailable, isStatementError } from './db-errors.ts'

let database: Database
let other: Database
beforeAll(async () => {
  database = await createTestDatabase(2)
  other = await openSecondConnection(database, 'app')
})
afterAll(async () => {
  await database.close()
  await other.close()
})

const ownPid = async (db: Db) => (await db.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid ?? 0

/** Terminates the server process of a connection and waits for its end. */
async function kill(pid: number) {
  await other.rows(sql`select pg_terminate_backend(${pid}::int)`)
  while ((await other.rows(sql`select 1 from pg_stat_activity where pid = ${pid}::int`)).length > 0);
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => isDatabaseUnavailable(error),
  )
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

describe('Database.transaction', () => {
  it('rejects with DatabaseUnavailable when its connection is killed, and the next transaction succeeds', async () => {
    const ended = await outcome(
      database.transaction(async (db) => {
        const pid = await ownPid(db)
        await Promise.all([db.rows(sql`select pg_sleep(10)`), kill(pid)])
      }),
    )
    expect(ended).toBe(true)
    await pause()
    expect(await database.transaction(async (db) => (await db.rows(sql`select 1`)).length)).toBe(1)
  })

  it('rejects with DatabaseUnavailable when its connection is killed between two statements', async () => {
    const ended = await outcome(
      database.transaction(async (db) => {
        await kill(await ownPid(db))
        await pause()
        await db.rows(sql`select 1`)
      }),
    )
    expect(ended).toBe(true)
    await pause()
    expect(await database.rows(sql`select 1`)).toHaveLength(1)
  })

  it('does not reuse a connection that was killed during a transaction of the job queue', async () => {
    const running = outcome(database.text('begin; select pg_sleep(10); commit'))
    const backend = sql`
      select pid from pg_stat_activity where query like 'begin; select pg_sleep%' and state = 'active'`
    let found: { pid: number } | undefined
    while (!found) found = await other.row<{ pid: number }>(backend)
    await kill(found.pid)
    expect(await running).toBe(true)
    await pause()
    for (let i = 0; i < 4; i++) expect(await database.rows(sql`select 1`)).toHaveLength(1)
  })

  it('rejects with the error of a failed statement, and the next query succeeds', async () => {
    const refused = database.transaction((db) => db.rows(sql`select 1 / 0`))
    await expect(refused).rejects.toMatchObject({ code: '22012' })
    expect(await database.rows(sql`select 1`)).toHaveLength(1)
  })
})

describe('Database with a demoted primary', () => {
  // Makes the connection read-only. Old connections are read-only after a failover, when they lead to the former
  // primary.
  const demote = sql`select set_config('default_transaction_read_only', 'on', false)`
  const write = sql`delete from users where false`

  it('rejects a write with DatabaseUnavailable, and replaces the connection', async () => {
    const alone = await createTestDatabase(1)
    const before = await ownPid(alone)
    await alone.rows(demote)
    expect(await outcome(alone.rows(write))).toBe(true)
    expect(await ownPid(alone)).not.toBe(before)
    expect(await alone.row(sql`show transaction_read_only`)).toEqual({ transaction_read_only: 'off' })
    await alone.close()
  })

  it('rejects a transaction with DatabaseUnavailable', async () => {
    const ended = outcome(
      database.transaction(async (db) => {
        await db.rows(sql`set local transaction_read_only = on`)
        await db.rows(sql`delete from users`)
      }),
    )
    expect(await ended).toBe(true)
    expect(await database.rows(sql`delete from users where false returning 1`)).toEqual([])
  })
})

describe('Db.afterCommit', () => {
  it('runs the callback after the commit, or immediately outside a transaction', async () => {
    const calls: string[] = []
    await database.transaction(async (db) => {
      db.afterCommit(() => calls.push('followed'))
      await db.rows(sql`select 1`)
      calls.push('worked')
    })
    database.afterCommit(() => calls.push('at once'))
    expect(calls).toEqual(['worked', 'followed', 'at once'])
  })

  it('does not run the callback after a rollback', async () => {
    let ran = 0
    const follow = (db: Db) => db.afterCommit(() => void ran++)
    const refused = database.transaction(async (db) => {
      follow(db)
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    const failed = database.transaction(async (db) => {
      follow(db)
      await db.rows(sql`select 1 / 0`).catch(() => {})
    })
    await expect(failed).rejects.toThrow('division by zero')
    expect(ran).toBe(0)
  })
})

describe('Database with JSON parameters', () => {
  it('accepts JSON text as a parameter of type json or jsonb', async () => {
    const query = sql`select x.a from json_to_recordset(${JSON.stringify([{ a: 1 }, { a: 2 }])}::json) as x (a int)`
    expect(await database.rows(query)).toEqual([{ a: 1 }, { a: 2 }])
    expect(await database.row(sql`select ${JSON.stringify({ b: 'c' })}::jsonb ->> 'b' as b`)).toEqual({ b: 'c' })
  })

  it('accepts JSON text as a parameter in text() of the job queue', async () => {
    const { rows } = await database.text('select x.name from json_to_recordset($1::json) as x (name text)', [
      JSON.stringify([{ name: 'sweep-photos' }]),
    ])
    expect(rows).toEqual([{ name: 'sweep-photos' }])
  })
})

it('isDatabaseUnavailable is false for a missing file and true for a refused connection', async () => {
  const missing = await readFile('/nowhere/at/all').catch((error: unknown) => error)
  expect(missing).toMatchObject({ code: 'ENOENT' })
  expect(isDatabaseUnavailable(missing)).toBe(false)
  const refusing = connect({ host: '127.0.0.1', port: 1 }, { max: 1 })
  expect(await outcome(refusing.rows(sql`select 1`))).toBe(true)
  await refusing.close()
})

it('isStatementError returns true even for a translated severity, and false for a shutdown or a cut connection', () => {
  const databaseError = (severity: string, code: string) =>
    Object.assign(new pg.DatabaseError('…', 1, 'error'), { severity, code })
  expect(isStatementError(databaseError('FEHLER', '23505'))).toBe(true)
  expect([
    isStatementError(databaseError('FATAL', '57P01')),
    isStatementError(new Error('Connection terminated')),
  ]).toEqual([false, false])
})
