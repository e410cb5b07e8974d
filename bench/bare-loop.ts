/** The floor: node:http, our driver, the same statements, JSON.stringify. Nothing is checked, nobody is asked. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import postgres from 'postgres'
import type { Recorded } from './serve-app.ts'

const { BENCH_CONNECTION = '{}', BENCH_STATEMENTS = '[]' } = process.env
const statements = JSON.parse(BENCH_STATEMENTS) as Recorded[]
const settings = { ...JSON.parse(BENCH_CONNECTION), onnotice: () => {} }
const kept = postgres({ ...settings, max: 12 })
// As the app does: named, so that it is one round trip, on connections that plan every statement anew.
const fresh = postgres({ ...settings, max: 4, connection: { plan_cache_mode: 'force_custom_plan' } })

const asSent = (value: Recorded['values'][number]) =>
  typeof value === 'string' && value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : value

/** Runs the statements, about the post that the path names where there is one. */
async function answer(path: string): Promise<string> {
  const results: unknown[] = []
  for (const { text, values, plan } of statements) {
    const own = values.map((value) => (value === 'POST' ? path : value === 'EVENT' ? randomUUID() : asSent(value)))
    results.push(await (plan === 'kept' ? kept : fresh).unsafe(text, own as never[], { prepare: true }))
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
