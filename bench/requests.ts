import { Agent } from 'node:http'
import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { type Figures, hit, load, type Target } from './load.ts'
import { hasPgbench, pgbench, type SqlAlone } from './pgbench.ts'
import { record, type Served, serve } from './processes.ts'
import { tokenOf } from './seed.ts'
import type { Recorded } from './serve-app.ts'

export type Row = { name: string; app: Figures; bare: Figures; sql: SqlAlone | undefined }

export type Bench = { app: Served; connection: SocketConnection; postgres: number; seconds: number }

const headersOf = (reader: string) => ({
  host: '127.0.0.1',
  cookie: `pt_sid=${tokenOf(reader)}`,
  'sec-fetch-site': 'same-origin',
})

async function compare(
  { app, connection, postgres, seconds }: Bench,
  name: string,
  statements: readonly Recorded[],
  connections: number,
  target: () => Omit<Target, 'port'>,
  bareTarget: () => Omit<Target, 'port'>,
): Promise<Row> {
  const shared = { connections, seconds }
  const figures = await load(() => ({ ...target(), port: app.port }), { ...shared, pids: [app.pid, postgres] })
  const bare = await bareFigures({ connection, postgres }, statements, bareTarget, shared)
  // The bare loop has given its connections back: with them and the app's, sixteen more are over the limit.
  const withValues = statements.filter(({ values }) => !values.includes('POST'))
  const alone = withValues.length === statements.length && hasPgbench()
  const sql = alone ? await pgbench(statements, connection, { clients: connections, seconds, postgres }) : undefined
  return { name, app: figures, bare, sql }
}

async function bareFigures(
  { connection, postgres }: Pick<Bench, 'connection' | 'postgres'>,
  statements: readonly Recorded[],
  target: () => Omit<Target, 'port'>,
  shared: { connections: number; seconds: number },
): Promise<Figures> {
  const env = { BENCH_CONNECTION: JSON.stringify(connection), BENCH_STATEMENTS: JSON.stringify(statements) }
  const { port, pid, stop } = await serve('bare-loop.ts', env)
  try {
    return await load(() => ({ ...target(), port }), { ...shared, pids: [pid, postgres] })
  } finally {
    await stop()
  }
}

type Page = { reader: string; path: string; connections: number; name: string }

/** One page as one reader reads it, again and again. */
export async function pageRow(bench: Bench, { reader, path, connections, name }: Page): Promise<Row> {
  const target = { method: 'GET', path, headers: headersOf(reader) }
  const agent = new Agent()
  const once = () => hit(agent, { ...target, port: bench.app.port })
  await once()
  const statements = await record(bench.app, once)
  const bare = { method: 'GET', path: '/', headers: {} }
  return compare(
    bench,
    name,
    statements,
    connections,
    () => target,
    () => bare,
  )
}

/** A request for the first page of twenty of one reader's home feed. */
export const feedOf = (reader: string, port: number): Target => ({
  method: 'GET',
  path: '/api/feed?limit=20',
  headers: headersOf(reader),
  port,
})

/** The first page of twenty of one reader's home feed. */
export const feedRow = (bench: Bench, reader: string, connections: number, name: string) =>
  pageRow(bench, { reader, path: '/api/feed?limit=20', connections, name })

/** Like and unlike, in turn, on random posts of others. */
export async function likesInTurn({ connection }: Pick<Bench, 'connection'>) {
  const some = `select id from posts where audience = 'everyone' order by random() limit 500`
  const found = await withClient(connection, (client) => client.query<{ id: string }>(some))
  const ids = found.rows.map(({ id }) => id)
  const headers = headersOf('average')
  let turn = 0
  const next = () => ids[Math.floor(turn++ / 2) % ids.length] ?? ''
  const target = () => {
    const method = turn % 2 === 0 ? 'PUT' : 'DELETE'
    return { method, path: `/api/posts/${next()}/like`, headers }
  }
  return { first: ids[0] ?? '', next, target }
}

/** Like and unlike, in turn; each tells the post's author besides. */
export async function likeRow(bench: Bench, connections: number, name: string): Promise<Row> {
  const { first, next, target } = await likesInTurn(bench)
  const headers = headersOf('average')
  const like = { method: 'PUT', path: `/api/posts/${first}/like`, headers, port: bench.app.port }
  const agent = new Agent()
  await hit(agent, like)
  const statements = await record(bench.app, () => hit(agent, like))
  // An event's id stands before its type; each that is written has one of its own.
  const open = statements.map((one) => ({
    ...one,
    values: one.values.map((value, at) =>
      value === first ? 'POST' : one.values[at + 1] === 'post-liked' ? 'EVENT' : value,
    ),
  }))
  return compare(bench, name, open, connections, target, () => ({ method: 'GET', path: `/${next()}`, headers: {} }))
}
