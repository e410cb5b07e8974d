import { setTimeout as sleep } from 'node:timers/promises'
import { phonePhoto } from '../apps/server/src/testing/photos/images.ts'
import type { RunningApp } from '../e2e/app.ts'
import { computeP99, type Drill, requireProgram, runProgram } from './drill.ts'
import { uploadPhoto, withApp } from './photos.ts'

const maxMs = 1_000

/** Sends a cheap request at most 20 times a second until `under` settles. Returns the response times in ms. */
async function timed({ origin }: RunningApp, under: Promise<unknown>): Promise<number[]> {
  const durations: number[] = []
  const end = new AbortController()
  const ended = under.finally(() => end.abort())
  while (!end.signal.aborted) {
    const from = performance.now()
    const answer = await fetch(`${origin}/api/config`, { signal: AbortSignal.timeout(10_000) })
    if (!answer.ok) throw new Error(`an ordinary request was answered with ${answer.status}`)
    durations.push(performance.now() - from)
    await sleep(50)
  }
  await ended
  return durations
}

async function slowloris(): Promise<string> {
  requireProgram('slowhttptest')
  return withApp(async (app) => {
    const found: string[] = []
    const slow = { headers: ['-H'], bodies: ['-B', '-t', 'POST'], reads: ['-X', '-z', '32', '-k', '3'] }
    for (const [what, mode] of Object.entries(slow)) {
      const args = [...mode, '-c', '500', '-r', '200', '-i', '5', '-l', '20', '-x', '24', '-p', '3']
      const durations = await timed(app, runProgram('slowhttptest', [...args, '-u', `${app.origin}/users`]))
      const worst = computeP99(durations)
      if (worst > maxMs) throw new Error(`p99 ${worst.toFixed(0)} ms under 500 slow ${what}`)
      found.push(`${what} p99 ${worst.toFixed(0)} ms of ${durations.length}`)
    }
    return `500 slow connections: ${found.join(', ')}`
  })
}

// Code that the drill preloads into the app. It prints the event-loop delay on SIGUSR2.
const watchLoop = `import { monitorEventLoopDelay } from 'node:perf_hooks'
const lag = monitorEventLoopDelay({ resolution: 10 })
lag.enable()
process.on('SIGUSR2', () => {
  process.stdout.write('lag ' + lag.percentile(99) / 1e6 + ' ' + lag.max / 1e6 + '\\n')
  lag.reset()
})`

async function eventLoop(): Promise<string> {
  const options = `--import=data:text/javascript,${encodeURIComponent(watchLoop)}`
  return withApp(
    async (app, client) => {
      const photo = await phonePhoto()
      const lag = async () => {
        const before = app.output().length
        app.process.kill('SIGUSR2')
        for (;;) {
          const [, p = '', max = ''] = /lag ([\d.]+) ([\d.]+)\n/.exec(app.output().slice(before)) ?? []
          if (p) return { p: Number(p), max: Number(max) }
          await sleep(20)
        }
      }
      await uploadPhoto(app, client, photo) // warm-up
      await lag()
      const body = JSON.stringify({ usernameOrEmail: 'amina', zipcode: '00100' })
      const headers = { origin: app.origin, 'content-type': 'application/json' }
      const logIns = async () => {
        for (let n = 0; n < 20; n++) await fetch(`${app.origin}/users`, { method: 'POST', headers, body })
      }
      const uploads = async () => {
        for (let n = 0; n < 4; n++) {
          const { ok, status } = await uploadPhoto(app, client, photo)
          if (!ok) throw new Error(`an upload was refused with ${status}`)
        }
      }
      await Promise.all([logIns(), logIns(), uploads(), uploads()])
      const { p, max } = await lag()
      const figures = `event loop p99 ${p.toFixed(0)} ms, worst ${max.toFixed(0)} ms`
      // Subtracts 10 ms, because the monitor's values include its resolution of 10 ms.
      if (p - 10 > 100) throw new Error(figures)
      return `${figures} during 8 uploads of 12 megapixels and 40 log-ins`
    },
    { NODE_OPTIONS: options },
  )
}

/** Drills with slow connections and CPU-intensive work. */
export const heavyLoadDrills: Drill[] = [
  { name: 'F06 slow connections by slowhttptest', run: slowloris },
  { name: 'F13 event loop while hashing and resizing', run: eventLoop },
]
