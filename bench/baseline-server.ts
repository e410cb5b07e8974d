/** Baseline server without checks or authorisation: node:http, the app's database driver and SQL, JSON.stringify. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import type { RecordedStatement } from './serve-app.ts'

const { BENCH_CONNECTION = '{}', BENCH_STATEMENTS = '' } = process.env
const requests = JSON.parse(readFileSync(BENCH_STATEMENTS, 'utf8')) as RecordedStatement[][]
const pool = new pg.Pool({ ...(JSON.parse(BENCH_CONNECTION) as pg.PoolConfig), max: 12 })

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

const asSent = (value: RecordedStatement['values'][number]) =>
  typeof value === 'string' && value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : value

let turn = 0

/**
 * Runs the recorded SQL statements of the next request, and returns all rows as JSON. The post id in the URL
 * path replaces the placeholder `POST`.
 */
async function answer(path: string): Promise<string> {
  const results: unknown[] = []
  for (const { text, values, plan } of requests[turn++ % requests.length] ?? []) {
    const own = values.map((value) => (value === 'POST' ? path : value === 'EVENT' ? randomUUID() : asSent(value)))
    // Prepares only the statements that the app prepares too. PostgreSQL plans all other statements for their actual
    // values.
    results.push((await pool.query({ text, values: own, ...(plan === 'kept' && { name: nameOf(text) }) })).rows)
  }
  return JSON.stringify(results)
}

const server = createServer((request, response) => {
  void answer(request.url?.slice(1) ?? '').then((body) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})
