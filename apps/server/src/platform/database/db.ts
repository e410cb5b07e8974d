import { setTimeout as sleep } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type QueryResult } from 'pg'
import { type Connection, type ConnectionPool, connectionPool, type PoolOptions, shareOf } from './connection-pool.ts'
import { isDeadlock } from './db-errors.ts'
import { type Listen, Listener } from './listener.ts'
import type { OneConnection, Statement } from './one-connection.ts'
import { requestLimits, type TimeLimits } from './time-limits.ts'

export type { Connection } from './connection-pool.ts'

const dialect = new PgDialect()

const isoTime = (text: string) => new Date(text).toISOString()
// A day is no moment: read as one, it would move with the machine's time zone.
const isText = (text: string) => text

// How values come back: times as ISO 8601 UTC, days as `2026-11-22`, the rest as the driver reads them.
const parsers = new pg.TypeOverrides()
parsers.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime)
parsers.setTypeParser(pg.types.builtins.DATE, isText)

// At once it could take its first row again before the other, just woken, has taken it: the same deadlock.
const RETRY_MS = 30
const RETRIES = 3

/** How PostgreSQL plans a statement: `kept` names it, parsed once; `fresh` sees the values (`stack.md` §3). */
export type Plan = 'kept' | 'fresh'

/** Runs SQL. Rows come back as the statement names them: times as ISO 8601 UTC, uuids as strings, json parsed. */
export type Db = {
  rows<Row>(query: SQL, plan?: Plan): Promise<Row[]>
  /** The first row, or undefined. */
  row<Row>(query: SQL, plan?: Plan): Promise<Row | undefined>
  /** Runs when what was written here has been committed, at once outside a transaction; never when it has not been. */
  afterCommit(work: () => void): void
}

export type Database = Db & {
  /** Sends a text, as `rows` does. */
  run: Run
  /** As `bounded`, of a text. */
  boundedRun(ms: number): Run
  /**
   * One row that repeats something of the question, so that it proves to be its answer.
   * @throws DatabaseGone when it does not; the connection is closed then
   */
  proven<Row>(query: SQL, proves: (row: Row) => boolean): Promise<Row>
  /**
   * For statements that are ended after so many milliseconds, and planned once whatever their values. They have a few
   * connections of their own (a bulkhead), so that they hold up nothing but each other.
   */
  bounded(ms: number): Db
  /** Commits or vanishes together. Work that gave way in a deadlock runs again, three times at most. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Work that only reads: what it would write is refused, and nothing of it is ever committed. */
  readOnly<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** For the job queue, which brings its own SQL, several statements in one text too. */
  text(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  listen: Listen
  /** The same database for requests that write: together they leave a share of the connections to those that read. */
  forWrites: Database
  close(): Promise<void>
}

/** A `Db` of the way in which it reads rows; each statement is its own transaction unless `afterCommit` is given. */
export const dbOf = (rows: Db['rows'], afterCommit: Db['afterCommit'] = (work) => work()): Db => ({
  rows,
  row: async (query, plan) => (await rows<never>(query, plan))[0],
  afterCommit,
})

/** Sends a statement. */
export type Run = (text: string, values: unknown[], plan: Plan) => Promise<QueryResult>

/** A `Db` of the way in which statements are sent. */
export const dbOver = (run: Run, afterCommit?: Db['afterCommit']): Db =>
  dbOf(async <Row>(query: SQL, plan: Plan = 'kept') => {
    const { sql, params } = dialect.sqlToQuery(query)
    // The shape of rows is what the statement's author says, checked by the tests that parse answers.
    return (await run(sql, params, plan)).rows as Row[]
  }, afterCommit)

// A text is written once in the code; those that are put together at run time are few, or go without a name.
const MOST_NAMES = 2_000
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST_NAMES) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Without a name the statement is planned for its values, in the same single round trip. */
function statement(text: string, values: unknown[], plan: Plan): Statement & { types: typeof parsers } {
  const name = plan === 'kept' ? nameOf(text) : undefined
  return { text, values, types: parsers, ...(name && { name }) }
}

type Work<T> = (db: Db) => Promise<T>

// Work that was left behind, by a Promise.all for instance, must not reach what comes after on this connection.
const endedAlready = () => new Error('This transaction has ended.')

async function onlyReading<T>(connection: OneConnection, work: Work<T>): Promise<T> {
  let ended = false
  const db = dbOver(async (...given) => {
    if (ended) throw endedAlready()
    return connection.ask(statement(...given))
  })
  await connection.ask({ text: 'begin read only' })
  try {
    return await work(db)
  } finally {
    ended = true
    await connection.ask({ text: 'rollback' }).catch(() => {})
  }
}

async function inTransaction<T>(connection: OneConnection, work: Work<T>): Promise<T> {
  const following: (() => void)[] = []
  const done = await committed(connection, work, (next) => void following.push(next))
  for (const next of following) next()
  return done
}

async function committed<T>(connection: OneConnection, work: Work<T>, afterCommit: Db['afterCommit']): Promise<T> {
  let [ended, refused]: [boolean, unknown] = [false, undefined]
  const db = dbOver(async (...given) => {
    if (ended) throw endedAlready()
    try {
      return await connection.ask(statement(...given))
    } catch (error) {
      refused ??= error
      throw error
    }
  }, afterCommit)
  await connection.ask({ text: 'begin' })
  try {
    const done = await work(db)
    ended = true
    const { command } = await connection.ask({ text: 'commit' })
    // A transaction in which a statement failed is rolled back by `commit`, and says so by this word alone.
    if (command !== 'COMMIT') throw refused ?? new Error('The transaction was rolled back.')
    return done
  } catch (error) {
    ended = true
    await connection.ask({ text: 'rollback' }).catch(() => {})
    throw error
  }
}

/**
 * Nothing of work that gave way in a deadlock stands, so it may run again. Among many who write the same rows it may
 * meet another one then.
 */
const retrying =
  (onDeadlock: () => void) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++)
      try {
        return await work()
      } catch (error) {
        if (tries > RETRIES || !isDeadlock(error)) throw error
        onDeadlock()
        await sleep(RETRY_MS * tries * (1 + Math.random()))
      }
  }

/** Texts of several statements end their own transaction, unless one of them fails. */
async function runText(connection: OneConnection, text: string, values: unknown[]) {
  const send = values.length > 0 ? statement(text, values, 'fresh') : { text, types: parsers }
  try {
    // Several statements answer with a list of results, which the declared type leaves out.
    const results: QueryResult[] = [await connection.ask(send)].flat()
    return { rows: results.flatMap(({ rows }) => rows) }
  } catch (error) {
    await connection.ask({ text: 'rollback' }).catch(() => {})
    throw error
  }
}

function databaseOver(
  pool: ConnectionPool,
  retried: ReturnType<typeof retrying>,
  more: Pick<Database, 'bounded' | 'boundedRun' | 'listen' | 'close'>,
): Omit<Database, 'forWrites'> {
  const run: Run = (...given) => retried(() => pool.use((connection) => connection.ask(statement(...given))))
  return {
    ...dbOver(run),
    run,
    proven: <Row>(query: SQL, proves: (row: Row) => boolean) => {
      const { sql, params } = dialect.sqlToQuery(query)
      const isOwn = ({ rows }: QueryResult) => rows.length === 1 && proves(rows[0] as Row)
      return pool.use(
        async (connection) => (await connection.ask(statement(sql, params, 'kept'), isOwn)).rows[0] as Row,
      )
    },
    transaction: (work) => retried(() => pool.use((connection) => inTransaction(connection, work))),
    readOnly: (work) => pool.use((connection) => onlyReading(connection, work)),
    text: (text, values = []) => pool.use((connection) => runText(connection, text, values)),
    ...more,
  }
}

/** Pools for statements of so many milliseconds, each connected when first asked. */
function boundedPools(connection: Connection, shared: { max: number; limits: TimeLimits; timeZone?: string }) {
  const pools = new Map<number, ConnectionPool>()
  const poolFor = (statementMs: number) => {
    const limits = { ...shared.limits, statementMs }
    const options = { ...shared, limits, generic: true, name: 'bounded' } as const
    const pool = pools.get(statementMs) ?? connectionPool(connection, options)
    pools.set(statementMs, pool)
    return pool
  }
  const boundedRun = (ms: number): Run => {
    return (...given) => poolFor(ms).use((one) => one.ask(statement(...given)))
  }
  return {
    boundedRun,
    bounded: (ms: number) => dbOver(boundedRun(ms)),
    close: () => Promise.all([...pools.values()].map((pool) => pool.close())),
  }
}

/**
 * Connects lazily. Calls reject with DatabaseGone while there is no connection to be had in time. `bounded`: how many
 * more connections there are for statements that are ended early.
 */
export function connect(connection: Connection, options: PoolOptions & { bounded?: number }): Database {
  const pool = connectionPool(connection, options)
  const listener = new Listener(connection)
  const boundedOnes = boundedPools(connection, {
    max: options.bounded ?? 3,
    limits: options.limits ?? requestLimits,
    ...(options.timeZone && { timeZone: options.timeZone }),
  })
  const more = {
    bounded: boundedOnes.bounded,
    boundedRun: boundedOnes.boundedRun,
    listen: listener.listen,
    close: async () => {
      await listener.close()
      await Promise.all([pool.close(), boundedOnes.close()])
    },
  }
  const retried = retrying(options.onDeadlock ?? (() => {}))
  const writes = shareOf(pool, Math.ceil((options.max * 2) / 3), options.name === 'requests' ? 'writes' : 'other')
  // Whole by the next line: it is its own share.
  const forWrites = databaseOver(writes, retried, more) as Database
  forWrites.forWrites = forWrites
  return { ...databaseOver(pool, retried, more), forWrites }
}

/** A list of ids as one parameter: the driver's own lists are no uuid[] to the server. */
export const idArray = (ids: readonly string[]) => `{${ids.join(',')}}`
