import { Agent, request } from 'node:http'
import { readCpuMs } from './process-usage.ts'

export type RequestTarget = {
  port: number
  method: string
  path: string
  headers: Record<string, string>
  /** JSON text. */
  body?: string
}

/**
 * Measurements of a load. `most` is the slowest response in milliseconds. `refused` is the number of responses with
 * status 503.
 */
export type LoadFigures = {
  perSecond: number
  p50: number
  p99: number
  most: number
  refused: number
  cpuMsPerRequest: number
  /** CPU time of this process, which sends the requests. */
  clientCpuMsPerRequest: number
}

/** A response: start of its request by `performance.now()`, duration in ms, and whether the status was 503. */
export type TimedResponse = { at: number; ms: number; isRefused: boolean }

/** Sends one request and measures its response. @throws Error on a status other than 2xx or 503 */
export const timeRequest = (
  agent: Agent,
  { port, method, path, headers, body }: RequestTarget,
): Promise<TimedResponse> =>
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

/** Like `timeRequest`, but throws on 503 too. */
async function timeServedRequest(agent: Agent, target: RequestTarget): Promise<TimedResponse> {
  const answer = await timeRequest(agent, target)
  if (answer.isRefused) throw new Error(`${target.method} ${target.path}: 503`)
  return answer
}

/** Sends one request. Returns its duration in ms. @throws Error on a status other than 2xx */
export const measureSuccessfulRequest = async (agent: Agent, target: RequestTarget): Promise<number> =>
  (await timeServedRequest(agent, target)).ms

/** Returns the median, the 99th percentile and the maximum. */
export function quantiles(values: readonly number[]): { p50: number; p99: number; most: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99), most: sorted.at(-1) ?? 0 }
}

/** Returns the median, or 0 for an empty list. */
export const median = (values: readonly number[]): number => quantiles(values).p50

type LoadOptions = {
  connections: number
  seconds: number
  /** Processes to measure. Their CPU time includes that of their descendants. */
  pids: readonly number[]
  /** Resolves when the follow-up work of all requests is done. The figures include its time and CPU. */
  settled?: () => Promise<void>
  /** If true, 503 responses are counted. Otherwise they end the load with an error, as any other non-2xx does. */
  mayRefuse?: boolean
}

/** Runs `connections` callers that send requests without pauses for `seconds`, after a short warm-up. */
export async function runLoad(
  next: () => RequestTarget,
  { connections, seconds, pids, settled = async () => {}, mayRefuse = false }: LoadOptions,
): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const run = async (forMs: number) => {
    const answers: TimedResponse[] = []
    const until = performance.now() + forMs
    const caller = async () => {
      while (performance.now() < until) answers.push(await (mayRefuse ? timeRequest : timeServedRequest)(agent, next()))
    }
    await Promise.all(Array.from({ length: connections }, caller))
    return answers
  }
  await run(1_000)
  const before = await readCpuMs(pids)
  const clientBefore = process.cpuUsage()
  const from = performance.now()
  const answers = await run(seconds * 1_000)
  await settled()
  const client = process.cpuUsage(clientBefore)
  const elapsed = (performance.now() - from) / 1_000
  const used = (await readCpuMs(pids)) - before
  agent.destroy()
  return {
    perSecond: answers.length / elapsed,
    ...quantiles(answers.map(({ ms }) => ms)),
    refused: answers.filter(({ isRefused }) => isRefused).length,
    cpuMsPerRequest: used / answers.length,
    clientCpuMsPerRequest: (client.user + client.system) / 1_000 / answers.length,
  }
}
