/** The floor: node:http, our driver, the same statements, JSON.stringify. Nothing is checked and nobody is asked who they are. */
import { createServer } from 'node:http'
import postgres from 'postgres'
import type { Recorded } from './serve-app.ts'

const { BENCH_CONNECTION = '{}', BENCH_STATEMENTS = '[]' } = process.env
const statements = JSON.parse(BENCH_STATEMENTS) as Recorded[]
const sql = postgres({ ...JSON.parse(BENCH_CONNECTION), max: 12, onnotice: () => {} })

const server = createServer(async (request, answer) => {
  // A path names the post that the statements are about, where there is one.
  const id = request.url?.slice(1)
  const results: unknown[] = []
  for (const { text, values, plan } of statements) {
    const own = id ? values.map((value) => (value === 'POST' ? id : value)) : values
    results.push(await sql.unsafe(text, own as never[], { prepare: plan === 'kept' }))
  }
  const body = JSON.stringify(results)
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  answer.end(body)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})
