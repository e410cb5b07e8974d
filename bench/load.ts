import { Agent, request } from 'node:http'
import { cpuMs } from './accounts.ts'

export type Target = {
  port: number
  method: string
  path: string
  headers: Record<string, string>
  /** JSON. */
  body?: string
}

/** `most`: the slowest answer, in milliseconds as the others; `refused`: how many were a 503. */
export type Figures = {
  perSecond: number
  p50: number
  p99: number
  most: number
  refused: number
  cpuMsPerRequest: number
}

/** When something was asked, in milliseconds of this process, how many it took, and whether it was a 503. */
export type Answer = { at: number; ms: number; isRefused: boolean }

/** One request, which may be refused. @throws Error on anything but a 2xx and a 503 */
export const ask = (agent: Agent, { port, method, path, headers, body }: Target): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const at = performance.now()
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const { statusCode = 0 } = answer
      const isRefused = statusCode === 503
      answer.resume()
      answer.on('end', () =>
        statusCode < 300 || isRefused
          ? resolve({ at, ms: performance.now() - at, isRefused })
          : reject(new Error(`${method} ${path}: ${statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** As `ask`; a 503 is an error too. */
async function askServed(agent: Agent, target: Target): Promise<Answer> {
  const answer = await ask(agent, target)
  if (answer.isRefused) throw new Error(`${target.method} ${target.path}: 503`)
  return answer
}

/** One request; resolves with its milliseconds, rejects on anything but a 2xx. */
export const hit = async (agent: Agent, target: Target): Promise<number> => (await askServed(agent, target)).ms

/** The values below which half of them lie, and nearly all, and the largest. */
export function quantiles(values: readonly number[]): { p50: number; p99: number; most: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99), most: sorted.at(-1) ?? 0 }
}

/** The value below which half of them lie; 0 of none. */
export const median = (values: readonly number[]): number => quantiles(values).p50

type LoadOptions = {
  connections: number
  seconds: number
  /** Whose CPU is counted, with what they have started. */
  pids: readonly number[]
  /** Resolves when what follows from the requests has been done: its time and CPU count too. */
  settled?: () => Promise<void>
  /** A 503 is counted, and ends the load otherwise, as anything but a 2xx does. */
  mayRefuse?: boolean
}

/** `connections` callers, each asking again as soon as it was answered, for `seconds`; after a short warm-up. */
export async function load(
  next: () => Target,
  { connections, seconds, pids, settled = async () => {}, mayRefuse = false }: LoadOptions,
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const run = async (forMs: number) => {
    const answers: Answer[] = []
    const until = performance.now() + forMs
    const caller = async () => {
      while (performance.now() < until) answers.push(await (mayRefuse ? ask : askServed)(agent, next()))
    }
    await Promise.all(Array.from({ length: connections }, caller))
    return answers
  }
  await run(1_000)
  const before = await cpuMs(pids)
  const from = performance.now()
  const answers = await run(seconds * 1_000)
  await settled()
  const elapsed = (performance.now() - from) / 1_000
  const used = (await cpuMs(pids)) - before
  agent.destroy()
  return {
    perSecond: answers.length / elapsed,
    ...quantiles(answers.map(({ ms }) => ms)),
    refused: answers.filter(({ isRefused }) => isRefused).length,
    cpuMsPerRequest: used / answers.length,
  }
}
