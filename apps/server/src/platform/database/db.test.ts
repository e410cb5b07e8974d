import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { besides, ownDatabase } from '#testing/database/database.ts'
import { connect, type Database, type Db } from './db.ts'
import { isAnswer, isDatabaseGone } from './db-errors.ts'

let database: Database
let other: Database
beforeAll(async () => {
  database = await ownDatabase(2)
  other = await besides(database, 'app')
})
afterAll(async () => {
  await database.close()
  await other.close()
})

const ownPid = async (db: Db) => (await db.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid ?? 0

/** Ends a backend and waits until it is gone. */
async function kill(pid: number) {
  await other.rows(sql`select pg_terminate_backend(${pid}::int)`)
  while ((await other.rows(sql`select 1 from pg_stat_activity where pid = ${pid}::int`)).length > 0);
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => isDatabaseGone(error),
  )
const turn = () => new Promise((resolve) => setTimeout(resolve, 50))

describe('a connection that is killed', () => {
  it('in the middle of a statement: the transaction rejects as gone, and the next one works', async () => {
    const ended = await outcome(
      database.transaction(async (db) => {
        const pid = await ownPid(db)
        await Promise.all([db.rows(sql`select pg_sleep(10)`), kill(pid)])
      }),
    )
    expect(ended).toBe(true)
    await turn()
    expect(await database.transaction(async (db) => (await db.rows(sql`select 1`)).length)).toBe(1)
  })

  it('between two statements: nothing more is written to it', async () => {
    const ended = await outcome(
      database.transaction(async (db) => {
        await kill(await ownPid(db))
        await turn()
        await db.rows(sql`select 1`)
      }),
    )
    expect(ended).toBe(true)
    await turn()
    expect(await database.rows(sql`select 1`)).toHaveLength(1)
  })

  it('while the queue’s own transaction runs: the connection is not handed out again', async () => {
    const running = outcome(database.text('begin; select pg_sleep(10); commit'))
    const backend = sql`
      select pid from pg_stat_activity where query like 'begin; select pg_sleep%' and state = 'active'`
    let found: { pid: number } | undefined
    while (!found) found = await other.row<{ pid: number }>(backend)
    await kill(found.pid)
    expect(await running).toBe(true)
    await turn()
    for (let i = 0; i < 4; i++) expect(await database.rows(sql`select 1`)).toHaveLength(1)
  })

  it('a refused statement still rolls back and keeps the connection', async () => {
    const refused = database.transaction((db) => db.rows(sql`select 1 / 0`))
    await expect(refused).rejects.toMatchObject({ code: '22012' })
    expect(await database.rows(sql`select 1`)).toHaveLength(1)
  })
})

describe('a server that is the primary no more', () => {
  // As after a fail-over: connections made before lead to a server that reads only.
  const demote = sql`select set_config('default_transaction_read_only', 'on', false)`
  const write = sql`delete from users where false`

  it('is told as gone, and the connection to it is not handed out again', async () => {
    const alone = await ownDatabase(1)
    const before = await ownPid(alone)
    await alone.rows(demote)
    expect(await outcome(alone.rows(write))).toBe(true)
    expect(await ownPid(alone)).not.toBe(before)
    expect(await alone.row(sql`show transaction_read_only`)).toEqual({ transaction_read_only: 'off' })
    await alone.close()
  })

  it('takes nothing of a transaction along', async () => {
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

describe('what follows a commit', () => {
  it('runs once the rows can be seen, and at once outside a transaction', async () => {
    const said: string[] = []
    await database.transaction(async (db) => {
      db.afterCommit(() => said.push('followed'))
      await db.rows(sql`select 1`)
      said.push('worked')
    })
    database.afterCommit(() => said.push('at once'))
    expect(said).toEqual(['worked', 'followed', 'at once'])
  })

  it('does not run when nothing was committed', async () => {
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

describe('a json parameter', () => {
  it('given as text is taken as the JSON it is, in a typed place too', async () => {
    const query = sql`select x.a from json_to_recordset(${JSON.stringify([{ a: 1 }, { a: 2 }])}::json) as x (a int)`
    expect(await database.rows(query)).toEqual([{ a: 1 }, { a: 2 }])
    expect(await database.row(sql`select ${JSON.stringify({ b: 'c' })}::jsonb ->> 'b' as b`)).toEqual({ b: 'c' })
  })

  it('of the job queue, which records what its schedules fired', async () => {
    const { rows } = await database.text('select x.name from json_to_recordset($1::json) as x (name text)', [
      JSON.stringify([{ name: 'sweep-photos' }]),
    ])
    expect(rows).toEqual([{ name: 'sweep-photos' }])
  })
})

it('a file that is missing is no word about the database; a socket nobody listens on is', async () => {
  const missing = await readFile('/nowhere/at/all').catch((error: unknown) => error)
  expect(missing).toMatchObject({ code: 'ENOENT' })
  expect(isDatabaseGone(missing)).toBe(false)
  const unheard = connect({ host: '127.0.0.1', port: 1 }, { max: 1 })
  expect(await outcome(unheard.rows(sql`select 1`))).toBe(true)
  await unheard.close()
})

it('a refusal is the server’s answer in whatever language it speaks; its farewell is none', () => {
  const said = (severity: string, code: string) =>
    Object.assign(new pg.DatabaseError('…', 1, 'error'), { severity, code })
  expect(isAnswer(said('FEHLER', '23505'))).toBe(true)
  expect([isAnswer(said('FATAL', '57P01')), isAnswer(new Error('Connection terminated'))]).toEqual([false, false])
})
