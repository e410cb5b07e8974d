import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import type { RunningApp } from '../e2e/app.ts'
import { type ApiClient, createApiClient } from '../e2e/client.ts'
import { computeP99, type Drill } from './drill.ts'
import { withApp } from './photos.ts'

const idOf = async (app: RunningApp, client: ApiClient) =>
  ((await (await client.call(app, 'GET', '/api/session')).json()) as { id: string }).id

/** Sends `perSecond` events per second to one user for `seconds`, through NOTIFY as the app does. */
async function sendEvents(app: RunningApp, user: string, perSecond: number, seconds: number, fill = ''): Promise<void> {
  const connection = findRunningEmbedded(join(app.dataDir, 'postgres'))?.('app')
  if (!connection) throw new Error('the app has no running PostgreSQL')
  const tenth = Math.ceil(perSecond / 10)
  await withClient(connection, async (client) => {
    const from = performance.now()
    for (let n = 0; n < seconds * 10; n++) {
      // PostgreSQL merges equal notifications of a transaction, so each notification contains a different number.
      await client.query(
        `select pg_notify('pawtrait_live', json_build_object('to', json_build_array($1::text),
          'message', json_build_object('type', 'post-left', 'n', $2::int + i, 'fill', $3::text))::text)
         from generate_series(1, $4::int) i`,
        [user, n * tenth, fill, tenth],
      )
      await sleep(Math.max(0, from + (n + 1) * 100 - performance.now()))
    }
  })
}

/** Counts the events of a stream per second. */
function countEvents(app: RunningApp, client: ApiClient) {
  const perSecond = new Map<number, number>()
  let resyncs = 0
  const streamRequest = request(`${app.origin}/api/events`, { headers: { cookie: client.cookie } }, (answer) => {
    answer.on('data', (chunk: Buffer) => {
      const names = [...chunk.toString().matchAll(/^event: (.*)$/gm)].map(([, name]) => name)
      const second = Math.floor(performance.now() / 1_000)
      perSecond.set(second, (perSecond.get(second) ?? 0) + names.length)
      resyncs += names.filter((name) => name === 'resync').length
    })
  })
  streamRequest.on('error', () => {})
  streamRequest.end()
  return { close: () => streamRequest.destroy(), counts: () => [...perSecond.values()], resyncs: () => resyncs }
}

async function latencies(app: RunningApp, client: ApiClient, seconds: number): Promise<number[]> {
  const durations: number[] = []
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(20)) {
    const from = performance.now()
    const answer = await client.call(app, 'GET', '/api/session')
    if (!answer.ok) throw new Error(`an ordinary request was answered with ${answer.status}`)
    await answer.arrayBuffer()
    durations.push(performance.now() - from)
  }
  return durations
}

async function manyEvents(): Promise<string> {
  return withApp(async (app, viewer) => {
    const other = await createApiClient(app, 'juma')
    const stream = countEvents(app, viewer)
    const before = computeP99(await latencies(app, other, 10))
    const [, durations] = await Promise.all([
      sendEvents(app, await idOf(app, viewer), 1_000, 10),
      latencies(app, other, 10),
    ])
    await sleep(2_000)
    stream.close()
    const [worst, most] = [computeP99(durations), Math.max(...stream.counts())]
    // A measured second may overlap two seconds of the app's limit, so it may contain twice as many events.
    if (most > 201) throw new Error(`${most} events came through in one second`)
    if (stream.resyncs() === 0) throw new Error('nothing told the viewer that events were left out')
    if (worst > 2 * before + 20) throw new Error(`others' p99 went from ${before.toFixed(0)} to ${worst.toFixed(0)} ms`)
    const others = `others' p99 ${before.toFixed(0)} → ${worst.toFixed(0)} ms`
    return `1,000 events/s: at most ${most} a second came through; ${others}`
  })
}

/** Opens an event stream as a client that never reads from it. */
async function openUnreadStream({ origin }: RunningApp, { cookie }: ApiClient): Promise<Socket> {
  const { port } = new URL(origin)
  const socket = connect(Number(port), 'localhost')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET /api/events HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: ${cookie}\r\n\r\n`)
  await once(socket, 'data')
  socket.pause()
  return socket
}

/** Returns the resident memory of a process in MB. */
export const readRssMb = (pid = 0) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

/** Returns whether the server has closed the connection. Reads the pending data first. */
async function isCut(socket: Socket): Promise<boolean> {
  const cut = once(socket, 'close').then(() => true)
  socket.resume()
  return Promise.race([cut, sleep(5_000, false)])
}

async function slowReaders(): Promise<string> {
  return withApp(async (app, viewer) => {
    const user = await idOf(app, viewer)
    await sendEvents(app, user, 100, 2, 'x'.repeat(6_000)) // warm-up
    const before = readRssMb(app.process.pid)
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openUnreadStream(app, viewer)))
    await sendEvents(app, user, 90, 75, 'x'.repeat(6_000))
    const after = readRssMb(app.process.pid)
    const cut = (await Promise.all(sockets.map(isCut))).filter(Boolean).length
    if (cut < sockets.length) throw new Error(`${sockets.length - cut} of ${sockets.length} slow readers were kept`)
    if (after > before * 1.2 + 20) throw new Error(`memory went from ${before.toFixed(0)} to ${after.toFixed(0)} MB`)
    return `10 readers who take nothing for 75 s: all dropped, memory ${before.toFixed(0)} → ${after.toFixed(0)} MB`
  })
}

/** Drills that overload event streams. */
export const streamDrills: Drill[] = [
  { name: 'R02 a thousand events a second', run: manyEvents },
  { name: 'R03 slow readers', run: slowReaders },
]
