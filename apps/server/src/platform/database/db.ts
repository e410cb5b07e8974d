import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type QueryResult } from 'pg'
import {
  type Connection,
  type ConnectionPool,
  createConnectionPool,
  limitPool,
  type PoolOptions,
} from './connection-pool.ts'
import { type Listen, Listener } from './listener.ts'
import { retryAfterDeadlock } from './retry-after-deadlock.ts'
import type { SerialConnection, Statement } from './serial-connection.ts'
import { requestLimits, type TimeLimits } from './time-limits.ts'

export type { Connection } from './connection-pool.ts'

const dialect = new PgDialect()

const toIsoTime = (text: string) => new Date(text).toISOString()
// Returns dates as text, because a `Date` would shift them by the time zone of this machine.
const keepText = (text: string) => text

// Parsers of results: instants become ISO 8601 UTC, and dates stay text such as `2026-11-22`.
const parsers = new pg.TypeOverrides()
parsers.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toIsoTime)
parsers.setTypeParser(pg.types.builtins.DATE, keepText)

/** Mode `kept` prepares a statement once per connection. Mode `fresh` plans it for the values of each call. */
export type PlanMode = 'kept' | 'fresh'

/** Runs SQL and returns rows. Instants are ISO 8601 UTC, uuids are strings, and json values are objects. */
export type Db = {
  rows<Row>(query: SQL, plan?: PlanMode): Promise<Row[]>
  row<Row>(query: SQL, plan?: PlanMode): Promise<Row | undefined>
  /** Calls `work` after the commit. Outside a transaction, calls it at once. After a rollback, never calls it. */
  afterCommit(work: () => void): void
}

export type Database = Db & {
  run: RunStatement
  boundedRun(ms: number): RunStatement
  /** Runs a query for one row. @throws DatabaseUnavailable if `proves` is false: the row is from another query */
  verifiedRow<Row>(query: SQL, proves: (row: Row) => boolean): Promise<Row>
  /** Returns a `Db` with this statement timeout, generic plans and its own small connection pool (bulkhead). */
  bounded(ms: number): Db
  /** Runs work in a transaction. Retries after a deadlock, at most three times. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs work in a read-only transaction, which is always rolled back. */
  readOnly<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs one or several statements. The job queue needs this function, because it generates its own SQL. */
  text(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  listen: Listen
  /** The same database, for writes. They use at most two thirds of the connections. The rest is reserved for reads. */
  forWrites: Database
  close(): Promise<void>
}

/** Returns a `Db` that runs SQL with `rows`. Without `afterCommit`, each statement runs in its own transaction. */
export const createDb = (rows: Db['rows'], afterCommit: Db['afterCommit'] = (work) => work()): Db => ({
  rows,
  row: async (query, plan) => (await rows<never>(query, plan))[0],
  afterCommit,
})

export type RunStatement = (text: string, values: unknown[], plan: PlanMode) => Promise<QueryResult>

export const createSqlDb = (run: RunStatement, afterCommit?: Db['afterCommit']): Db =>
  createDb(async <Row>(query: SQL, plan: PlanMode = 'kept') => {
    const { sql, params } = dialect.sqlToQuery(query)
    // The cast is unchecked: the caller declares the type of the rows, and tests parse them.
    return (await run(sql, params, plan)).rows as Row[]
  }, afterCommit)

// Maximum number of prepared statements. Further statements stay unnamed. Few SQL texts are built at run time.
const MAX_NAMES = 2_000
const statementNames = new Map<string, string>()

function findStatementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= MAX_NAMES) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/** Returns the statement for the driver. An unnamed statement is planned for its values and needs one round trip. */
function buildStatement(text: string, values: unknown[], plan: PlanMode): Statement & { types: typeof parsers } {
  const name = plan === 'kept' ? findStatementName(text) : undefined
  return { text, values, types: parsers, ...(name && { name }) }
}

type Work<T> = (db: Db) => Promise<T>

// A statement that starts after its transaction (after a failed Promise.all, for instance) must not use the connection.
const transactionEnded = () => new Error('This transaction has ended.')

async function runReadOnly<T>(connection: SerialConnection, work: Work<T>): Promise<T> {
  let ended = false
  const db = createSqlDb(async (...args) => {
    if (ended) throw transactionEnded()
    return connection.ask(buildStatement(...args))
  })
  await connection.ask({ text: 'begin read only' })
  try {
    return await work(db)
  } finally {
    ended = true
    await connection.ask({ text: 'rollback' }).catch(() => {})
  }
}

async function runInTransaction<T>(connection: SerialConnection, work: Work<T>): Promise<T> {
  const callbacks: (() => void)[] = []
  const result = await runAndCommit(connection, work, (callback) => void callbacks.push(callback))
  for (const callback of callbacks) callback()
  return result
}

async function runAndCommit<T>(
  connection: SerialConnection,
  work: Work<T>,
  afterCommit: Db['afterCommit'],
): Promise<T> {
  let [ended, firstError]: [boolean, unknown] = [false, undefined]
  const db = createSqlDb(async (...args) => {
    if (ended) throw transactionEnded()
    try {
      return await connection.ask(buildStatement(...args))
    } catch (error) {
      firstError ??= error
      throw error
    }
  }, afterCommit)
  await connection.ask({ text: 'begin' })
  try {
    const result = await work(db)
    ended = true
    const { command } = await connection.ask({ text: 'commit' })
    // After a failed statement, `commit` rolls back without an error. Only its command tag shows this.
    if (command !== 'COMMIT') throw firstError ?? new Error('The transaction was rolled back.')
    return result
  } catch (error) {
    ended = true
    await connection.ask({ text: 'rollback' }).catch(() => {})
    throw error
  }
}

/** Runs one or several statements, possibly with `begin` and `commit`. Rolls back if one fails. */
async function runText(connection: SerialConnection, text: string, values: unknown[]) {
  const query = values.length > 0 ? buildStatement(text, values, 'fresh') : { text, types: parsers }
  try {
    // For several statements, the driver returns an array of results, although its type declares a single result.
    const results: QueryResult[] = [await connection.ask(query)].flat()
    return { rows: results.flatMap(({ rows }) => rows) }
  } catch (error) {
    await connection.ask({ text: 'rollback' }).catch(() => {})
    throw error
  }
}

function createPoolDatabase(
  pool: ConnectionPool,
  withRetry: ReturnType<typeof retryAfterDeadlock>,
  more: Pick<Database, 'bounded' | 'boundedRun' | 'listen' | 'close'>,
): Omit<Database, 'forWrites'> {
  const run: RunStatement = (...args) =>
    withRetry(() => pool.use((connection) => connection.ask(buildStatement(...args))))
  return {
    ...createSqlDb(run),
    run,
    verifiedRow: <Row>(query: SQL, proves: (row: Row) => boolean) => {
      const { sql, params } = dialect.sqlToQuery(query)
      const isOwn = ({ rows }: QueryResult) => rows.length === 1 && proves(rows[0] as Row)
      return pool.use(
        async (connection) => (await connection.ask(buildStatement(sql, params, 'kept'), isOwn)).rows[0] as Row,
      )
    },
    transaction: (work) => withRetry(() => pool.use((connection) => runInTransaction(connection, work))),
    readOnly: (work) => pool.use((connection) => runReadOnly(connection, work)),
    text: (text, values = []) => pool.use((connection) => runText(connection, text, values)),
    ...more,
  }
}

/** Runs statements on one pool per statement timeout (ms). A pool is created and connected on first use. */
function createBoundedPools(connection: Connection, shared: { max: number; limits: TimeLimits; timeZone?: string }) {
  const pools = new Map<number, ConnectionPool>()
  const poolFor = (statementMs: number) => {
    const limits = { ...shared.limits, statementMs }
    const options = { ...shared, limits, generic: true, name: 'bounded' } as const
    const pool = pools.get(statementMs) ?? createConnectionPool(connection, options)
    pools.set(statementMs, pool)
    return pool
  }
  const boundedRun = (ms: number): RunStatement => {
    return (...args) => poolFor(ms).use((dbConnection) => dbConnection.ask(buildStatement(...args)))
  }
  return {
    boundedRun,
    bounded: (ms: number) => createSqlDb(boundedRun(ms)),
    close: () => Promise.all([...pools.values()].map((pool) => pool.close())),
  }
}

/** Returns a database that connects on first use. `bounded` limits the connections of each `Database.bounded` pool. */
export function connect(connection: Connection, options: PoolOptions & { bounded?: number }): Database {
  const pool = createConnectionPool(connection, options)
  const listener = new Listener(connection)
  const boundedDb = createBoundedPools(connection, {
    max: options.bounded ?? 3,
    limits: options.limits ?? requestLimits,
    ...(options.timeZone && { timeZone: options.timeZone }),
  })
  const more = {
    bounded: boundedDb.bounded,
    boundedRun: boundedDb.boundedRun,
    listen: listener.listen,
    close: async () => {
      await listener.close()
      await Promise.all([pool.close(), boundedDb.close()])
    },
  }
  const withRetry = retryAfterDeadlock(options.onDeadlock ?? (() => {}))
  const writePool = limitPool(pool, Math.ceil((options.max * 2) / 3), options.name === 'requests' ? 'writes' : 'other')
  // The cast is safe, because the next line sets `forWrites`.
  const forWrites = createPoolDatabase(writePool, withRetry, more) as Database
  forWrites.forWrites = forWrites
  return { ...createPoolDatabase(pool, withRetry, more), forWrites }
}

/** Returns ids as one parameter, because PostgreSQL does not accept the driver's arrays as uuid[]. */
export const idArray = (ids: readonly string[]) => `{${ids.join(',')}}`
