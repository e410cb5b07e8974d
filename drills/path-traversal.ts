import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { drawnScene } from '../apps/server/src/testing/photos/images.ts'
import type { RunningApp } from '../e2e/app.ts'
import { type Drill, DrillSkipped, requireProgram, requireRoot } from './drill.ts'
import { uploadPhoto, withApp } from './photos.ts'

const root = join(import.meta.dirname, '..')
const starts = ['/media/', '/media/0123456789abcdef0123456789abcdef/', '/assets/', '/']
const climbs = ['..%2f..%2f..%2f..%2f', '%2e%2e/%2e%2e/%2e%2e/', '..%5c..%5c', '../../../../', '%252e%252e%252f', '/']
const files = ['etc/passwd', 'etc/passwd%00.webp', 'proc/self/environ']

/** Requests a path unchanged and returns the status. `fetch` would normalise the path. */
async function statusOf({ origin }: RunningApp, path: string): Promise<number> {
  const { port } = new URL(origin)
  const [answer] = await once(
    get({ host: 'localhost', port, path, headers: { host: `localhost:${port}` } }),
    'response',
  )
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

/** Traces every file that the app opens. @throws DrillSkipped where tracing is not allowed */
async function traceOpenedFiles({ process: app }: RunningApp, log: string): Promise<ChildProcess> {
  const trace = spawn('strace', ['-f', '-qq', '-e', 'trace=open,openat,openat2', '-o', log, '-p', String(app.pid)])
  const failed = once(trace, 'exit').then(() => 'failed')
  const attached = (async () => {
    const status = () => readFileSync(`/proc/${app.pid}/status`, 'utf8')
    while (!/^TracerPid:\s+[1-9]/m.test(status())) await new Promise((done) => setTimeout(done, 20))
    return 'attached'
  })()
  if ((await Promise.race([failed, attached])) === 'failed')
    throw new DrillSkipped('strace may not watch processes here')
  return trace
}

/**
 * Returns whether the app may open a path. It may open files of its data and code, and `/proc` files with the memory
 * use of a decoder.
 */
const isOurs = (app: RunningApp, path: string) =>
  [app.dataDir, root].some((folder) => path.startsWith(`${folder}/`)) || /^\/proc\/\d+\/status$/.test(path)

async function requestPaths(): Promise<string> {
  requireRoot()
  requireProgram('strace')
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-strace-'))
  const log = join(folder, 'opened')
  try {
    return await withApp(async (app, client) => {
      const photo = (await (
        await uploadPhoto(app, client, await drawnScene(400, 300).jpeg().toBuffer())
      ).json()) as OwnPhoto
      const planted = join(app.dataDir, 'photos/aa')
      mkdirSync(planted, { recursive: true })
      symlinkSync('/etc/passwd', join(planted, `aa${'0'.repeat(30)}-320.webp`))
      const trace = await traceOpenedFiles(app, log)
      const traversalPaths = starts.flatMap((start) => climbs.flatMap((up) => files.map((file) => start + up + file)))
      for (const path of [...traversalPaths, `/media/aa${'0'.repeat(30)}/320.webp`]) {
        const status = await statusOf(app, path)
        if (status !== 404 && status !== 400) throw new Error(`${path} was answered with ${status}`)
      }
      // Requests an existing file, so that an empty trace reveals that tracing did not work.
      await (await client.call(app, 'GET', `/api/photos/${photo.id}/original`)).arrayBuffer()
      trace.kill('SIGINT')
      await once(trace, 'exit')
      // Ignores files that decoders open. Decoders load libraries, but receive no paths from requests.
      const threads = new Set(readdirSync(`/proc/${app.process.pid}/task`))
      const opened = [...readFileSync(log, 'utf8').matchAll(/^(\d+) .*?open\w*\([^"]*"([^"]*)"/gm)].flatMap(
        ([, thread = '', path = '']) => (threads.has(thread) ? path : []),
      )
      const outside = opened.filter((path) => path.startsWith('/') && !isOurs(app, path))
      if (opened.length === 0) throw new Error('strace has seen nothing')
      if (outside.length > 0) throw new Error(`opened ${[...new Set(outside)].join(', ')}`)
      const requested = `${traversalPaths.length + 1} climbing addresses`
      return `${requested}, ${opened.length} files opened, none outside the data or the app`
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Drill on path traversal: strace records the files that the app opens. */
export const pathTraversalDrills: Drill[] = [{ name: 'B10 files opened by strace', run: requestPaths }]
