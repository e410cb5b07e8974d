import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { PoolExhausted, type PoolGate, poolGate } from './pool-gate.ts'

const dialect = new PgDialect()

/** How PostgreSQL plans a statement: `kept` names it, parsed once; `fresh` sees the values (`stack.md` §3). */
export type Plan = 'kept' | 'fresh'

/** Runs SQL. Rows come back as the statement names them: times as ISO 8601 UTC, uuids as strings, json parsed. */
export type Db = {
  rows<Row>(query: SQL, plan?: Plan): Promise<Row[]>
  /** The first row, or undefined. */
  row<Row>(query: SQL, plan?: Plan): Promise<Row | undefined>
}

export type Database = Db & {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** For the job queue, which brings its own SQL. */
  text(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** Calls back for every NOTIFY on the channel; `onReady` after each (re)connection. */
  listen(channel: string, onNotify: (payload: string) => void, onReady: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export type Connection = postgres.Options<Record<string, postgres.PostgresType>> | string

// Text is JSON already, as node-postgres takes it: the job queue sends it so.
const json = {
  to: 114,
  from: [114, 3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
}

const timestamp = {
  to: 1184,
  from: [1184],
  serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
  parse: (text: string) => new Date(text).toISOString(),
}

function dbOver(run: (text: string, values: never[], plan: Plan) => Promise<readonly unknown[]>): Db {
  const rows = async <Row>(query: SQL, plan: Plan = 'kept') => {
    const { sql, params } = dialect.sqlToQuery(query)
    // Parameters are strings, numbers, booleans, buffers or null, which the driver takes as they are;
    // the shape of rows is what the statement's author says, checked by the tests that parse answers.
    return (await run(sql, params as never[], plan)) as Row[]
  }
  return { rows, row: async <Row>(query: SQL, plan?: Plan) => (await rows<Row>(query, plan))[0] }
}

type Run = Parameters<typeof dbOver>[0]

const asked = (at: postgres.Sql | postgres.TransactionSql, text: string, values: never[], plan: Plan) =>
  at.unsafe(text, values, { prepare: plan === 'kept' })

/**
 * The driver keeps the word of a server that shut down and gives it to the first statement after reconnecting, which
 * never ran; the statement it was meant for is told CONNECTION_CLOSED. So this error says: ask again.
 */
const isStale = (error: unknown) =>
  error instanceof postgres.PostgresError && (error.code === '57P01' || error.code === '57P02')

async function askedAgain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isStale(error)) throw error
    return ask()
  }
}

/**
 * The driver writes to a connection that is gone, if asked (its own ROLLBACK included), and that write ends the
 * process. So nothing is asked of a connection after it broke: the work is left waiting, and `begin` rejects by itself.
 */
async function inTransaction<T>(client: postgres.Sql, work: (db: Db) => Promise<T>): Promise<T> {
  let broken: unknown
  const guarded =
    (run: Run): Run =>
    async (text, values, plan) => {
      if (broken) throw broken
      try {
        return await run(text, values, plan)
      } catch (error) {
        if (isDatabaseGone(error)) broken = error
        throw error
      }
    }
  try {
    const done = client.begin((tx) =>
      work(dbOver(guarded(async (...one) => asked(tx, ...one)))).catch((error: unknown) => {
        if (broken) return new Promise<never>(() => {})
        throw error
      }),
    )
    // `begin` unwraps promises in its declared type; the work gives T either way.
    return (await done) as T
  } catch (error) {
    broken = error
    throw error
  }
}

/** Runs SQL of the job queue, which wraps some of its own in BEGIN … COMMIT: that wants one connection to its end. */
async function runText(client: postgres.Sql, pool: PoolGate, text: string, given: unknown[]) {
  // The queue leaves settings out as undefined, which the driver refuses.
  const values = given.map((value) => value ?? null) as never[]
  if (!/^\s*begin\b/i.test(text)) return { rows: await pool.statement(() => client.unsafe(text, values)) }
  return pool.alone(async () => {
    const one = await askedAgain(() => client.reserve())
    const rows = await one.unsafe(text, values).catch((error: unknown) => {
      // A connection that is gone has left the pool; released, it would be handed out again.
      if (!isDatabaseGone(error)) one.release()
      throw error
    })
    one.release()
    return { rows }
  })
}

// They are few and short; the rest of the statements have `max`.
const FRESH_CONNECTIONS = 4
const planAnew = { plan_cache_mode: 'force_custom_plan' }

/**
 * Connects lazily; a lost connection is made anew within a second, and until then calls reject. So do calls for which
 * none of the `max` connections becomes free in time.
 */
export function connect(connection: Connection, options: { max: number }): Database {
  const settings = {
    max: options.max,
    types: { timestamp, json },
    connect_timeout: 5,
    idle_timeout: 60,
    backoff: () => 0.25,
    onnotice: () => {},
    connection: { application_name: 'pawtrait' },
  }
  const open = (more: Partial<typeof settings>) =>
    typeof connection === 'string'
      ? postgres(connection, { ...settings, ...more })
      : postgres({ ...settings, ...more, ...connection })
  const client = open({})
  // Unnamed, the driver asks what the parameters are before it sends them: two round trips. On connections that plan
  // every statement anew, a named one takes one.
  const planning = open({ max: FRESH_CONNECTIONS, connection: { ...settings.connection, ...planAnew } })
  const pool = poolGate(options.max)
  const planningPool = poolGate(FRESH_CONNECTIONS)
  const run: Run = (text, values, plan) =>
    askedAgain(() =>
      plan === 'fresh'
        ? planningPool.statement(() => asked(planning, text, values, 'kept'))
        : pool.statement(() => asked(client, text, values, plan)),
    )
  return {
    ...dbOver(run),
    transaction: (work) => askedAgain(() => pool.alone(() => inTransaction(client, work))),
    text: (text, given = []) => runText(client, pool, text, given),
    listen: async (channel, onNotify, onReady) => {
      const { unlisten } = await client.listen(channel, onNotify, onReady)
      return unlisten
    },
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), planning.end({ timeout: 5 })])
    },
  }
}

/** A list of ids as one parameter. postgres.js would ask the server for the array's type first. */
export const idArray = (ids: readonly string[]) => `{${ids.join(',')}}`

const gone = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])

// A file that is missing has a code and a system call too, and is no word about the database.
const isConnecting = (error: Error) => 'syscall' in error && error.syscall === 'connect'

/** The database cannot be reached, is restarting or has no connection to spare: the caller may try again. */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof PoolExhausted ||
  (error instanceof Error &&
    'code' in error &&
    gone.has(String(error.code)) &&
    ('query' in error || 'severity' in error || isConnecting(error) || String(error.code).startsWith('CONNECT')))

/** Text that PostgreSQL cannot hold, such as a NUL: nothing is called that, nobody needs it. */
export const isImpossibleText = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && (error.code === '22021' || error.code === '22P05')

/** A function refused one of its values, such as a time zone it does not know. */
export const isInvalidValue = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === '22023'

/** A unique constraint refused the row; `constraint` names it. */
export const brokenUnique = (error: unknown): string | undefined =>
  error instanceof postgres.PostgresError && error.code === '23505' ? (error.constraint_name ?? '') : undefined

/** The statement ran longer than `statement_timeout` allows. */
export const isTimedOut = (error: unknown): boolean => error instanceof postgres.PostgresError && error.code === '57014'
