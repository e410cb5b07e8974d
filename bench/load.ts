import { Agent, request } from 'node:http'
import { cpuMs } from './accounts.ts'

export type Target = { port: number; method: string; path: string; headers: Record<string, string> }

export type Figures = { perSecond: number; p50: number; p99: number; cpuMsPerRequest: number }

/** One request; resolves with its milliseconds, rejects on anything but a 2xx. */
export function hit(agent: Agent, { port, method, path, headers }: Target): Promise<number> {
  return new Promise((resolve, reject) => {
    const from = performance.now()
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const { statusCode = 0 } = answer
      answer.resume()
      answer.on('end', () =>
        statusCode < 300 ? resolve(performance.now() - from) : reject(new Error(`${method} ${path}: ${statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

type LoadOptions = {
  connections: number
  seconds: number
  /** Whose CPU is counted, with what they have started. */
  pids: readonly number[]
  /** Resolves when what follows from the requests has been done: its time and CPU count too. */
  settled?: () => Promise<void>
}

/** `connections` callers, each asking again as soon as it was answered, for `seconds`; after a short warm-up. */
export async function load(
  next: () => Target,
  { connections, seconds, pids, settled = async () => {} }: LoadOptions,
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const run = async (forMs: number) => {
    const took: number[] = []
    const until = performance.now() + forMs
    const caller = async () => {
      while (performance.now() < until) took.push(await hit(agent, next()))
    }
    await Promise.all(Array.from({ length: connections }, caller))
    return took
  }
  await run(1_000)
  const before = await cpuMs(pids)
  const from = performance.now()
  const took = (await run(seconds * 1_000)).toSorted((a, b) => a - b)
  await settled()
  const elapsed = (performance.now() - from) / 1_000
  const used = (await cpuMs(pids)) - before
  agent.destroy()
  return {
    perSecond: took.length / elapsed,
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    cpuMsPerRequest: used / took.length,
  }
}
