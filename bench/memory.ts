import { type ClientRequest, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { runLoad } from './load.ts'
import { readPssMb } from './process-usage.ts'
import { findPosts } from './reads.ts'
import { type BenchmarkTarget, requestHeaders } from './requests.ts'
import { ORDINARY_READER_COUNT } from './seed.ts'

/** Memory (PSS) of app and PostgreSQL in MB: after the start, and 10 s after mixed requests with open streams. */
export type MemoryFigures = { idleMb: number; afterMb: number }

const STREAMS = 1_000
const REST_MS = 10_000
const SECONDS = 20

/** Opens event streams of many readers. Returns their requests, which the caller must destroy. */
function openStreams(port: number): ClientRequest[] {
  return Array.from({ length: STREAMS }, (_, at) => {
    const headers = { ...requestHeaders(`user${1 + (at % ORDINARY_READER_COUNT)}`), accept: 'text/event-stream' }
    const stream = get({ host: '127.0.0.1', port, path: '/api/events', headers, agent: false }, (response) =>
      response.resume(),
    )
    return stream.on('error', () => {})
  })
}

/** Measures memory before and after requests for the feed, posts, pages and searches by many readers. */
export async function measureMemory(bench: BenchmarkTarget): Promise<MemoryFigures> {
  const pids = [bench.app.pid, bench.postgres]
  await sleep(REST_MS)
  const idleMb = readPssMb(pids)
  const posts = (await findPosts(bench)).map(({ id }) => id)
  let turn = 0
  const next = () => {
    turn += 1
    const post = posts[turn % posts.length] ?? ''
    const path = ['/api/feed?limit=20', `/api/posts/${post}`, `/posts/${post}`, '/dashboard', '/api/search?q=user'][
      turn % 5
    ]
    const headers = requestHeaders(`user${1 + (turn % ORDINARY_READER_COUNT)}`)
    return { port: bench.app.port, method: 'GET', path: path ?? '', headers }
  }
  const streams = openStreams(bench.app.port)
  await runLoad(next, { connections: 16, seconds: SECONDS, pids, mayRefuse: true })
  for (const stream of streams) stream.destroy()
  await sleep(REST_MS)
  return { idleMb, afterMb: readPssMb(pids) }
}
