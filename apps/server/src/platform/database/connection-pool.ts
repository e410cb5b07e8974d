import pg from 'pg'
import { type PoolName, watchPool } from '#platform/monitoring/database-metrics.ts'
import { inTime } from '#platform/process/in-time.ts'
import { type Semaphore, SemaphoreTimeout, semaphore } from '#platform/process/semaphore.ts'
import { DatabaseGone } from './db-errors.ts'
import { type OneConnection, oneConnection } from './one-connection.ts'
import { requestLimits, type TimeLimits } from './time-limits.ts'

/** A URL, or the parts of one. */
export type Connection = string | { host: string; port: number; user?: string; database?: string; password?: string }

/**
 * `limits`: by default a request's; `timeZone`: `TIME_ZONE`, for `known_time_zone` in SQL, by default UTC; `onDeadlock`
 * is called for work that gave way and runs again; `generic`: statements are planned once, whatever their values;
 * `name`: in metrics.
 */
export type PoolOptions = {
  max: number
  limits?: TimeLimits
  timeZone?: string
  onDeadlock?: () => void
  generic?: boolean
  name?: PoolName
}

/** The connection pool: hands out connections, each to one caller at a time. */
export type ConnectionPool = {
  /**
   * Runs work on a connection of its own; nothing is sent before its turn has come.
   * @throws DatabaseGone when no connection was free in time, or none can be had
   */
  use<T>(work: (connection: OneConnection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

// Less than the ten seconds that a request may take; then people are told to try again.
const WAIT_MS = 3_000
const CONNECT_MS = 5_000
const IDLE_MS = 60_000
const CLOSE_MS = 5_000
// The server ends a statement itself; when it is silent this long after, it is stopped or cut off.
const SILENCE_MS = 3_000

const settingsOf = (connection: Connection): pg.ClientConfig => ({
  ...(typeof connection === 'string' ? { connectionString: connection } : connection),
  application_name: 'pawtrait',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
})

/** A connection outside any pool. Whoever makes it hears its errors: without a listener they end the process. */
export const newClient = (connection: Connection): pg.Client => new pg.Client(settingsOf(connection))

/** Does work on a connection outside any pool, and closes it. @throws what connecting or the work throws */
export async function onOwnClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient(connection)
  client.on('error', () => {}) // the statement under way says it as well
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Not as startup parameters: a pooler in between refuses those it does not know. */
const setting = ({ statementMs, lockMs, idleInTransactionMs }: TimeLimits, generic: boolean, timeZone: string) => ({
  text: `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
    set_config('idle_in_transaction_session_timeout', $3, false), set_config('plan_cache_mode', $4, false),
    set_config('pawtrait.time_zone', $5, false)`,
  values: [statementMs, lockMs, idleInTransactionMs, generic ? 'force_generic_plan' : 'auto', timeZone].map(String),
})

/** @throws DatabaseGone */
async function inTurn<T>(turns: Semaphore, work: () => Promise<T>): Promise<T> {
  try {
    return await turns(work)
  } catch (error) {
    throw error instanceof SemaphoreTimeout ? new DatabaseGone(new Error('all connections are busy')) : error
  }
}

/** The same pool for callers who together may hold at most so many of its connections. */
export function shareOf({ use, close }: ConnectionPool, most: number, name: PoolName): ConnectionPool {
  const turns = semaphore(most, WAIT_MS)
  const watched = watchPool(name, most)
  return {
    use: (work) =>
      watched.turn(
        (turn) => inTurn(turns, turn),
        () => use(work),
      ),
    close: async () => {
      watched.end()
      await close()
    },
  }
}

/** Connects when first asked. A connection that was lost is replaced when the next one is needed. */
export function connectionPool(connection: Connection, options: PoolOptions): ConnectionPool {
  const { max, limits = requestLimits, generic = false, timeZone = 'UTC', name = 'other' } = options
  const turns = semaphore(max, WAIT_MS)
  const watched = watchPool(name, max)
  const pool = new pg.Pool({
    ...settingsOf(connection),
    max,
    idleTimeoutMillis: IDLE_MS,
  })
  const limited = new WeakSet<pg.PoolClient>()
  // The driver tells a lost connection twice: to the statement on it, which is heard, and here.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const use = async <T>(work: (connection: OneConnection) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseGone(error)
    })
    const one = oneConnection(client, limits.statementMs + SILENCE_MS, name)
    try {
      if (!limited.has(client)) await one.ask(setting(limits, generic, timeZone))
      limited.add(client)
      return await work(one)
    } finally {
      client.release(one.isInDoubt())
    }
  }
  return {
    use: (work) =>
      watched.turn(
        (turn) => inTurn(turns, turn),
        () => use(work),
      ),
    close: async () => {
      watched.end()
      if (pool.ending) return
      await inTime(pool.end(), CLOSE_MS)
    },
  }
}
