import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { type LoadFigures, measureSuccessfulRequest, type RequestTarget, runLoad } from './load.ts'
import { hasPgbench, type PgbenchFigures, runPgbench } from './pgbench.ts'
import { recordStatements, type ServerProcess, startServer } from './processes.ts'
import { sessionToken } from './seed.ts'
import type { RecordedStatement } from './serve-app.ts'

/**
 * Figures of one request in the app, the baseline server (baseline-server.ts) and pgbench. `plain`: pgbench figures of
 * SQL without access rules.
 */
export type RequestRow = {
  name: string
  app: LoadFigures
  bare: LoadFigures
  sql: PgbenchFigures | undefined
  plain?: PgbenchFigures
}

export type BenchmarkTarget = { app: ServerProcess; connection: SocketConnection; postgres: number; seconds: number }

/** Returns the request headers of a browser with the session of `reader`. `null` is a visitor. */
export const requestHeaders = (reader: string | null): Record<string, string> => ({
  host: '127.0.0.1',
  ...(reader !== null && { cookie: `pt_sid=${sessionToken(reader)}` }),
  'accept-encoding': 'gzip, deflate, br, zstd',
  'sec-fetch-site': 'same-origin',
})

/** The SQL statements that the app sends for one request. */
type StatementSet = readonly RecordedStatement[]

async function compare(
  { app, connection, postgres, seconds }: BenchmarkTarget,
  name: string,
  sets: readonly StatementSet[],
  connections: number,
  target: () => Omit<RequestTarget, 'port'>,
  bareTarget: () => Omit<RequestTarget, 'port'>,
  settled?: () => Promise<void>,
): Promise<RequestRow> {
  const shared = { connections, seconds }
  const ours = { ...shared, pids: [app.pid, postgres], ...(settled && { settled }) }
  const figures = await runLoad(() => ({ ...target(), port: app.port }), ours)
  const bare = await measureBaseline({ connection, postgres }, sets, bareTarget, shared)
  // pgbench runs after the baseline server has closed. App, baseline server and pgbench together would exceed the
  // connection limit.
  const withValues = sets.flat().filter(({ values }) => !values.includes('POST'))
  const alone = withValues.length > 0 && withValues.length === sets.flat().length && hasPgbench()
  const sql = alone ? await runPgbench(sets, connection, { clients: connections, seconds, postgres }) : undefined
  return { name, app: figures, bare, sql }
}

async function measureBaseline(
  { connection, postgres }: Pick<BenchmarkTarget, 'connection' | 'postgres'>,
  sets: readonly StatementSet[],
  target: () => Omit<RequestTarget, 'port'>,
  shared: { connections: number; seconds: number },
): Promise<LoadFigures> {
  // The statements of many requests are too long for an environment variable, so a file passes them.
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-bench-'))
  const statements = join(folder, 'statements.json')
  writeFileSync(statements, JSON.stringify(sets))
  const env = { BENCH_CONNECTION: JSON.stringify(connection), BENCH_STATEMENTS: statements }
  const { port, pid, stop } = await startServer('baseline-server.ts', env)
  try {
    return await runLoad(() => ({ ...target(), port }), { ...shared, pids: [pid, postgres] })
  } finally {
    await stop()
    rmSync(folder, { recursive: true })
  }
}

/** The numbers of readers and paths must be coprime, so that every reader requests every path. */
type ManyPages = { readers: readonly (string | null)[]; paths: readonly string[] }

type Page = { reader: string | null; path: string; connections: number; name: string }

/** Measures one page, requested repeatedly by one reader. */
export async function measurePageRequest(
  bench: BenchmarkTarget,
  { reader, path, connections, name }: Page,
): Promise<RequestRow> {
  const target = { method: 'GET', path, headers: requestHeaders(reader) }
  const agent = new Agent()
  const once = () => measureSuccessfulRequest(agent, { ...target, port: bench.app.port })
  await once()
  const statements = await recordStatements(bench.app, once)
  const bare = { method: 'GET', path: '/', headers: {} }
  return compare(
    bench,
    name,
    [statements],
    connections,
    () => target,
    () => bare,
  )
}

// Number of requests to record. The baselines run the statements of all recorded requests, so that they read as many
// different rows as the app.
const RECORDED_REQUESTS = 20

/**
 * Measures requests for many pages by many readers. Page and reader change with each request. The reader `null` is a
 * visitor.
 */
export async function measureRequestsInTurn(
  bench: BenchmarkTarget,
  { readers, paths, connections, name }: Omit<Page, 'reader' | 'path'> & ManyPages,
): Promise<RequestRow> {
  let turn = 0
  const target = () => {
    turn += 1
    const headers = requestHeaders(readers[turn % readers.length] ?? null)
    return { method: 'GET', path: paths[turn % paths.length] ?? '', headers }
  }
  const agent = new Agent()
  const sets: StatementSet[] = []
  while (sets.length < RECORDED_REQUESTS)
    sets.push(
      await recordStatements(bench.app, () => measureSuccessfulRequest(agent, { ...target(), port: bench.app.port })),
    )
  const bare = { method: 'GET', path: '/', headers: {} }
  return compare(bench, name, sets, connections, target, () => bare)
}

const PLAIN_FEED = `select p.id, p.caption, p.like_count, a.username, ph.name, l.user_id is not null as liked
  from posts p join users a on a.id = p.author_id join post_photos pp on pp.post_id = p.id and pp.position = 0
    join photos ph on ph.id = pp.photo_id left join likes l on l.post_id = p.id and l.user_id = $1
  where p.author_id = any (array(select followee_id from follows where follower_id = $1)) order by p.id desc limit 20`

/** Measures the first feed page of twenty posts for one reader. */
export async function measureFeed(
  bench: BenchmarkTarget,
  reader: string,
  connections: number,
  name: string,
): Promise<RequestRow> {
  const row = await measurePageRequest(bench, { reader, path: '/api/feed?limit=20', connections, name })
  if (!hasPgbench()) return row
  const { connection, postgres, seconds } = bench
  const id = await withClient(connection, async (client) => {
    const hash = createHash('sha256').update(sessionToken(reader)).digest()
    const found = await client.query<{ id: string }>('select user_id as id from sessions where hash = $1', [hash])
    return found.rows[0]?.id ?? ''
  })
  const plain: RecordedStatement = { text: PLAIN_FEED, values: [id], plan: 'kept' }
  return { ...row, plain: await runPgbench([[plain]], connection, { clients: connections, seconds, postgres }) }
}

/**
 * Chooses at most 500 random posts with the audience `everyone`. `target()` returns the next request: a like, then an
 * unlike of the same post. `next()` returns the next post id, each id twice. `first` is the first id.
 */
async function likesInTurn({ connection }: Pick<BenchmarkTarget, 'connection'>) {
  const some = `select id from posts where audience = 'everyone' order by random() limit 500`
  const found = await withClient(connection, (client) => client.query<{ id: string }>(some))
  const ids = found.rows.map(({ id }) => id)
  const headers = requestHeaders('average')
  let turn = 0
  const next = () => ids[Math.floor(turn++ / 2) % ids.length] ?? ''
  const target = () => {
    const method = turn % 2 === 0 ? 'PUT' : 'DELETE'
    return { method, path: `/api/posts/${next()}/like`, headers }
  }
  return { first: ids[0] ?? '', next, target }
}

/** Measures alternating likes and unlikes and the handling of their events, which notify the post's author. */
export async function measureLikes(bench: BenchmarkTarget, connections: number, name: string): Promise<RequestRow> {
  const { first, next, target } = await likesInTurn(bench)
  const headers = requestHeaders('average')
  const like = { method: 'PUT', path: `/api/posts/${first}/like`, headers, port: bench.app.port }
  const agent = new Agent()
  await measureSuccessfulRequest(agent, like)
  const statements = await recordStatements(bench.app, () => measureSuccessfulRequest(agent, like))
  // Replaces the event's id with `EVENT`, because each repetition needs a new id. In the values, the id precedes
  // `post-liked`.
  const open = statements.map((one) => ({
    ...one,
    values: one.values.map((value, at) =>
      value === first ? 'POST' : one.values[at + 1] === 'post-liked' ? 'EVENT' : value,
    ),
  }))
  const bare = () => ({ method: 'GET', path: `/${next()}`, headers: {} })
  return compare(bench, name, [open], connections, target, bare, () => waitForOutbox(bench))
}

/** Resolves when all events in the outbox are handled. */
const waitForOutbox = ({ connection }: Pick<BenchmarkTarget, 'connection'>) =>
  withClient(connection, async (client) => {
    while ((await client.query('select 1 from events limit 1')).rows.length > 0) await sleep(10)
  })
