import pg from 'pg'
import { addPoolMetrics, type PoolName } from '#platform/monitoring/database-metrics.ts'
import { createSemaphore, type Semaphore, SemaphoreTimeout } from '#platform/process/semaphore.ts'
import { withTimeout } from '#platform/process/with-timeout.ts'
import { DatabaseUnavailable } from './db-errors.ts'
import { createSerialConnection, type SerialConnection } from './serial-connection.ts'
import { requestLimits, type TimeLimits } from './time-limits.ts'

export type Connection = string | { host: string; port: number; user?: string; database?: string; password?: string }

/**
 * Options of a connection pool. `limits` default to the time limits of a request. `timeZone` is for the SQL function
 * `known_time_zone`. `onDeadlock` runs before a retry. `generic` forces generic plans. `name` is the label in metrics.
 */
export type PoolOptions = {
  max: number
  limits?: TimeLimits
  timeZone?: string
  onDeadlock?: () => void
  generic?: boolean
  name?: PoolName
}

export type ConnectionPool = {
  /** Runs work on a free connection. @throws DatabaseUnavailable if none is free in time, or if connecting fails */
  use<T>(work: (connection: SerialConnection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

// Longest wait for a free connection. A request may take ten seconds, so the server can still respond with 503.
const WAIT_MS = 3_000
const CONNECT_MS = 5_000
// Time after which an idle connection is closed. A connection with the plans of all frequent statements takes 19 MB of
// PostgreSQL's memory. `WARM` connections stay open, because a new connection must plan its statements again.
const IDLE_MS = 5_000
const WARM = 3
const CLOSE_MS = 5_000
// Time in which PostgreSQL must cancel a statement after its timeout. Otherwise the app closes the connection.
const SILENCE_MS = 3_000

const buildClientConfig = (connection: Connection): pg.ClientConfig => ({
  ...(typeof connection === 'string' ? { connectionString: connection } : connection),
  application_name: 'pawtrait',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
})

/** Returns a connection outside any pool. The caller handles `error` events, which otherwise end the process. */
export const createPgClient = (connection: Connection): pg.Client => new pg.Client(buildClientConfig(connection))

/** Runs work on a connection outside any pool, then closes the connection. */
export async function withDedicatedClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createPgClient(connection)
  client.on('error', () => {}) // avoids a crash; a running statement fails with the same error
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Sets the time limits by a statement, because a connection pooler may refuse unknown startup parameters. */
const buildSettingsStatement = (
  { statementMs, lockMs, idleInTransactionMs }: TimeLimits,
  generic: boolean,
  timeZone: string,
) => ({
  text: `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
    set_config('idle_in_transaction_session_timeout', $3, false), set_config('plan_cache_mode', $4, false),
    set_config('pawtrait.time_zone', $5, false)`,
  values: [statementMs, lockMs, idleInTransactionMs, generic ? 'force_generic_plan' : 'auto', timeZone].map(String),
})

/** Runs work with a permit of the semaphore. @throws DatabaseUnavailable when the wait is too long */
async function runWithPermit<T>(semaphore: Semaphore, work: () => Promise<T>): Promise<T> {
  try {
    return await semaphore(work)
  } catch (error) {
    throw error instanceof SemaphoreTimeout ? new DatabaseUnavailable(new Error('all connections are busy')) : error
  }
}

/** Returns a view of the pool that uses at most `maxConnections` connections at a time. */
export function limitPool({ use, close }: ConnectionPool, maxConnections: number, name: PoolName): ConnectionPool {
  const semaphore = createSemaphore(maxConnections, WAIT_MS)
  const metrics = addPoolMetrics(name, maxConnections)
  return {
    use: (work) =>
      metrics.measure(
        (turn) => runWithPermit(semaphore, turn),
        () => use(work),
      ),
    close: async () => {
      metrics.end()
      await close()
    },
  }
}

/** Returns a pool that connects on first use and replaces lost connections on demand. */
export function createConnectionPool(connection: Connection, options: PoolOptions): ConnectionPool {
  const { max, limits = requestLimits, generic = false, timeZone = 'UTC', name = 'other' } = options
  const semaphore = createSemaphore(max, WAIT_MS)
  const metrics = addPoolMetrics(name, max)
  const pool = new pg.Pool({
    ...buildClientConfig(connection),
    max,
    min: Math.min(WARM, max),
    idleTimeoutMillis: IDLE_MS,
  })
  const configuredClients = new WeakSet<pg.PoolClient>()
  // Ignores a lost connection here. The running statement fails too, and its caller handles that error.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const use = async <T>(work: (connection: SerialConnection) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(error)
    })
    const dbConnection = createSerialConnection(client, limits.statementMs + SILENCE_MS, name)
    try {
      if (!configuredClients.has(client)) await dbConnection.ask(buildSettingsStatement(limits, generic, timeZone))
      configuredClients.add(client)
      return await work(dbConnection)
    } finally {
      client.release(dbConnection.isInDoubt())
    }
  }
  return {
    use: (work) =>
      metrics.measure(
        (turn) => runWithPermit(semaphore, turn),
        () => use(work),
      ),
    close: async () => {
      metrics.end()
      if (pool.ending) return
      await withTimeout(pool.end(), CLOSE_MS)
    },
  }
}
