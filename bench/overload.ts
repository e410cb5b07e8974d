import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantiles, type TimedResponse, timeRequest } from './load.ts'
import { readPssMb } from './process-usage.ts'
import { findPost } from './reads.ts'
import { type BenchmarkTarget, requestHeaders } from './requests.ts'

// Number of concurrent callers. Without a response cache, two cores cannot serve this many requests in a second.
const CALLERS = 400
const READER = 'average'
const FIRST_SECOND_MS = 1_000

/** Result of a load by many callers that send the next request immediately after each response. */
export type OverloadFigures = {
  name: string
  answeredPerSecond: number
  /** Response times of accepted requests in ms, including the first second. */
  answered: { p50: number; p99: number }
  refusedPerSecond: number
  /** Response times of refused requests in ms, without the first second. */
  refused: { p50: number; p99: number }
  /** Memory (PSS) of app and PostgreSQL before and after the load. */
  memoryMb: [before: number, after: number]
  /** Response time in ms of a single request right after the load. */
  afterMs: number
}

const times = (answers: readonly TimedResponse[]) => quantiles(answers.map(({ ms }) => ms))

async function overload(
  bench: BenchmarkTarget,
  name: string,
  reader: string | null,
  path: string,
): Promise<OverloadFigures> {
  const { port, pid } = bench.app
  const pids = [pid, bench.postgres]
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const before = readPssMb(pids)
  const from = performance.now()
  const until = from + bench.seconds * 1_000
  const answers: TimedResponse[] = []
  const once = () => timeRequest(agent, { port, method: 'GET', path, headers: requestHeaders(reader) })
  const caller = async () => {
    while (performance.now() < until) answers.push(await once())
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const after = await once()
  const seconds = (performance.now() - from) / 1_000
  const answered = answers.filter(({ isRefused }) => !isRefused)
  const refused = answers.filter(({ isRefused }) => isRefused)
  const memory = readPssMb(pids)
  agent.destroy()
  await sleep(1_000)
  return {
    name: `${name} ×${CALLERS}`,
    answeredPerSecond: answered.length / seconds,
    answered: times(answered),
    refusedPerSecond: refused.length / seconds,
    refused: times(refused.filter(({ at }) => at > from + FIRST_SECOND_MS)),
    memoryMb: [before, memory],
    afterMs: after.ms,
  }
}

/**
 * Overloads the feed API, the feed page, the landing page and the posts of a user. Leaves out Explore, which has a rate
 * limit.
 */
export async function measureOverload(bench: BenchmarkTarget): Promise<OverloadFigures[]> {
  const { author } = await findPost(bench)
  const figures: OverloadFigures[] = []
  for (const [name, reader, path] of [
    ['feed', READER, '/api/feed?limit=20'],
    ['posts of a user', READER, `/api/users/${author}/posts?limit=20`],
    ['landing', null, '/'],
    ['feed page', READER, '/dashboard'],
  ] as const)
    figures.push(await overload(bench, name, reader, path))
  return figures
}
