import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataImport } from '@pawtrait/contract/imports.ts'
import { createZip } from '../apps/server/src/testing/zip.ts'
import type { RunningApp } from '../e2e/app.ts'
import { type ApiClient, createApiClient } from '../e2e/client.ts'
import type { Drill } from './drill.ts'
import { withApp } from './photos.ts'

const MAX_MEGABYTES = 300
const MAX_STALL_MS = 200
const megabyte = 1024 * 1024

const filled = (before: string, repeated: string, after: string, bytes: number) =>
  Buffer.from(before + repeated.repeat(Math.floor(bytes / repeated.length)) + after)

const inPosts = (content: Buffer) => ({ 'posts.json': content })

const photoId = (at: number) => `01900000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`
const edits = () =>
  Array.from({ length: 100_000 }, (_, at) =>
    JSON.stringify({
      photoId: photoId(at),
      crop: { x: 0.1, y: 0, width: 0.5, height: 1 },
      rotate: 90,
      adjustments: null,
    }),
  )
const manyFiles = () =>
  Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`photos/${photoId(at)}.jpg`, 'x'] as const))

/** Malicious archives by kind of attack. */
const attacks: Record<string, () => Record<string, Buffer | string>> = {
  'empty objects in a row': () => inPosts(filled('[{"junk":[', '{},', '{}]}]', 60 * megabyte)),
  'empty objects as photos': () => inPosts(filled('[{"photos":[', '{},', '{}]}]', 60 * megabyte)),
  'empty objects as rows': () => inPosts(filled('[', '{},\n', '{}]', 60 * megabyte)),
  blanks: () => inPosts(filled('[', ' ', ']', 60 * megabyte)),
  'one long string': () => inPosts(filled('[{"caption":"', 'x', '"}]', 60 * megabyte)),
  'one long key': () => inPosts(filled('[{"', 'x', '":1}]', 60 * megabyte)),
  'one long number': () => inPosts(filled('[', '1', ']', 60 * megabyte)),
  'deep arrays': () => inPosts(filled('', '[', '', 60 * megabyte)),
  'a row without end': () => inPosts(filled('[{"junk":"', '\\u0041', '', 60 * megabyte)),
  '100,000 edited photos': () => ({ 'posts.json': '[]', 'photos.json': `[${edits().join(',\n')}]` }),
  '60,000 files': () => ({ ...manyFiles(), 'posts.json': '[]' }),
}

const text = (path: string) => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return '' // The process has ended since it was listed.
  }
}

/** Returns the memory of a process in MB. Shared pages are counted proportionally (PSS). */
const megabytesOf = (pid: number | string | undefined) =>
  Number(/^Pss:\s+(\d+) kB/m.exec(text(`${pid}/smaps_rollup`))?.[1] ?? 0) / 1024

/** Returns the memory of the server and its archive readers, without PostgreSQL. */
function memoryOf({ process: { pid } }: RunningApp): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    text(`${pid}/task/${thread}/children`).split(' ').filter(Boolean),
  )
  const readers = children.filter((child) => text(`${child}/cmdline`).includes('archive-worker'))
  return [pid, ...readers].reduce<number>((sum, process) => sum + megabytesOf(process), 0)
}

/** Returns the longest event-loop delay of the server in milliseconds, since the last scrape of its metrics. */
async function eventLoopDelayMs({ origin }: RunningApp): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds\S* (\S+)$/m.exec(metrics)?.[1]
  if (!seconds) throw new Error('/metrics has no nodejs_eventloop_lag_max_seconds')
  return Number(seconds) * 1000
}

/** Samples memory until `signal` aborts. Returns peak memory and the longest event-loop delay of the server. */
async function watch(app: RunningApp, signal: AbortSignal) {
  await eventLoopDelayMs(app)
  let megabytes = 0
  while (!signal.aborted) {
    megabytes = Math.max(megabytes, memoryOf(app))
    await sleep(10)
  }
  return { megabytes, stallMs: await eventLoopDelayMs(app) }
}

async function importOf(app: RunningApp, client: ApiClient, archive: Buffer): Promise<string> {
  const form = new FormData()
  form.set('archive', new Blob([new Uint8Array(archive)]), 'pawtrait.zip')
  const begun = await client.call(app, 'POST', '/api/imports', form)
  if (begun.status !== 202) return String(begun.status)
  const { id } = (await begun.json()) as DataImport
  for (;;) {
    const { state } = (await (await client.call(app, 'GET', `/api/imports/${id}`)).json()) as DataImport
    if (state === 'done' || state === 'failed') return state
    await sleep(100)
  }
}

// Uses the Node options of `npm start`, because they affect memory.
const asStarted = [process.execPath, '--max-semi-space-size=8', '--expose-gc', 'apps/server/src/main.ts'] as const

async function hostileArchives(): Promise<string> {
  const attack = async (app: RunningApp, first: ApiClient) => {
    const figures = [`at rest ${memoryOf(app).toFixed(0)} MB`]
    let hasFailed = false
    let [client, sent] = [first, 0]
    for (const [name, files] of Object.entries(attacks)) {
      // The app allows a user five archive imports a day.
      if (++sent % 5 === 0) client = await createApiClient(app, `amina${sent}`)
      const archive = await createZip(files())
      const done = new AbortController()
      const watching = watch(app, done.signal)
      const from = performance.now()
      const outcome = await importOf(app, client, archive).finally(() => done.abort())
      const seconds = (performance.now() - from) / 1000
      const { megabytes, stallMs } = await watching
      const peaks = `${megabytes.toFixed(0)} MB, stall ${stallMs.toFixed(0)} ms`
      figures.push(`${name}: ${outcome}, ${peaks}, ${seconds.toFixed(1)} s`)
      hasFailed ||= megabytes > MAX_MEGABYTES || stallMs > MAX_STALL_MS
    }
    if (hasFailed) throw new Error(figures.join('; '))
    return figures.join('; ')
  }
  return withApp(attack, {}, [...asStarted])
}

/** Drill with archives under 10 MB that try to exhaust the server's memory or time. */
export const archiveDrills: Drill[] = [{ name: 'archives that attack the import', run: hostileArchives }]
