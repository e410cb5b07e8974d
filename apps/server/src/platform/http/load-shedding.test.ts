import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '#platform/problem.ts'
import { createLoadShedder, createRequestCostTracker, type LoadShedder } from './load-shedding.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Simulates a machine with one core. Each request takes `ms`. Other requests wait in a queue. */
function machine() {
  let free = performance.now()
  let ms = 10
  return {
    slow: (to: number) => {
      ms = to
    },
    /** Completes no request for `forMs` milliseconds, like an unreachable database. */
    stall: (forMs: number) => {
      free = performance.now() + forMs
    },
    work: () => {
      free = Math.max(free, performance.now()) + ms
      return sleep(free - performance.now())
    },
  }
}

type Attempt = { at: number; took: number; isRefused: boolean }

/** Runs `callers` clients. Each sends its next request as soon as its last request is completed or refused. */
async function crowd(shedder: LoadShedder, work: () => Promise<void>, callers: number, forMs: number) {
  const attempts: Attempt[] = []
  const until = performance.now() + forMs
  const caller = async () => {
    while (performance.now() < until) {
      const at = performance.now()
      const isRefused = await shedder.admit('/api/feed', work).then(
        () => false,
        (error: unknown) => error instanceof Problem && error.code === 'unavailable',
      )
      attempts.push({ at, took: performance.now() - at, isRefused })
      await sleep(1)
    }
  }
  const all = Promise.all(Array.from({ length: callers }, caller))
  await vi.advanceTimersByTimeAsync(forMs + 20_000)
  await all
  return attempts
}

const within = (attempts: Attempt[], share: number) =>
  attempts.map(({ took }) => took).toSorted((a, b) => a - b)[Math.floor(attempts.length * share)] ?? 0

describe('load shedder', () => {
  it('completes requests in 1.2 s or refuses them in 100 ms under overload, with full throughput', async () => {
    const { work, slow } = machine()
    slow(16)
    const attempts = await crowd(createLoadShedder(), work, 400, 8_000)
    const answered = attempts.filter(({ isRefused }) => !isRefused)
    const refused = attempts.filter(({ isRefused }) => isRefused)
    // One request takes 16 ms, so the machine completes 62 a second.
    expect(answered.length).toBeGreaterThan(8 * 60)
    // 1 % of the requests may be slower, because the load shedder starts without measurements.
    expect(within(answered, 0.99)).toBeLessThan(1_200)
    const later = refused.filter(({ at }) => at > 2_000 + (attempts[0]?.at ?? 0))
    expect(later.length).toBeGreaterThan(1_000)
    expect(within(later, 1)).toBeLessThan(100)
  })

  it('refuses no request if all can be completed in time', async () => {
    const { work, slow } = machine()
    slow(1)
    const attempts = await crowd(createLoadShedder(), work, 400, 2_000)
    expect(attempts.filter(({ isRefused }) => isRefused)).toEqual([])
  })

  it('accepts all requests again after a slow phase or a stall', async () => {
    const shedder = createLoadShedder()
    const { work, slow, stall } = machine()
    slow(50)
    const slowly = await crowd(shedder, work, 400, 3_000)
    expect(slowly.some(({ isRefused }) => isRefused)).toBe(true)
    slow(1)
    const again = performance.now()
    const quickly = await crowd(shedder, work, 400, 2_000)
    expect(quickly.filter(({ at, isRefused }) => isRefused && at > again + 500)).toEqual([])
    stall(4_000)
    const still = performance.now()
    const held = await crowd(shedder, work, 400, 6_000)
    expect(held.filter(({ isRefused, took }) => isRefused && took > 900)).toEqual([])
    expect(held.filter(({ at, isRefused }) => isRefused && at > still + 4_500)).toEqual([])
  })

  it('refuses no request of 12 clients, even if each request takes three seconds', async () => {
    const shedder = createLoadShedder()
    const attempts = await crowd(shedder, () => sleep(3_000), 12, 30_000)
    expect(attempts.every(({ isRefused }) => !isRefused)).toBe(true)
  })
})

describe('load shedder with expensive requests', () => {
  it('detects a request that takes four times the median, even after a busy period', () => {
    const { record, isExpensive } = createRequestCostTracker()
    for (const kind of ['feed', 'post', 'profile']) record(kind, 8)
    record('report', 90)
    record('search', 25)
    for (let n = 0; n < 20; n++) record('feed', 900)
    expect(['feed', 'report', 'search', 'unknown'].filter(isExpensive)).toEqual(['report'])
  })

  it('refuses expensive requests of 40 clients, and no request of another client for the feed', async () => {
    const shedder = createLoadShedder()
    const { work, slow } = machine()
    slow(5)
    const known = ['feed', 'post', 'profile'].map((kind) => shedder.admit(kind, () => sleep(5)))
    known.push(shedder.admit('report', () => sleep(200)))
    await vi.advanceTimersByTimeAsync(200)
    await Promise.all(known)
    const until = performance.now() + 10_000
    const counts = { reports: 0, reportsRefused: 0, feeds: 0, feedsRefused: 0 }
    const report = async () => {
      while (performance.now() < until) {
        counts.reports++
        await shedder.admit('report', () => sleep(200)).catch(() => counts.reportsRefused++)
        await sleep(1)
      }
    }
    const feed = async () => {
      while (performance.now() < until) {
        counts.feeds++
        await shedder.admit('feed', work).catch(() => counts.feedsRefused++)
        await sleep(20)
      }
    }
    const all = Promise.all([...Array.from({ length: 40 }, report), feed()])
    await vi.advanceTimersByTimeAsync(15_000)
    await all
    expect(counts.feeds).toBeGreaterThan(100)
    expect(counts.feedsRefused).toBe(0)
    expect(counts.reportsRefused).toBeGreaterThan(100)
  })
})
