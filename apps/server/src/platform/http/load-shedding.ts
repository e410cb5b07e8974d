import { counter, observableMetric } from '#platform/monitoring/metrics.ts'
import { Problem } from '#platform/problem.ts'

// Target for the latency in the server. Together with the network and the event loop, a request may take a second.
const TARGET_LATENCY_MS = 600
const MIN_LIMIT = 16 // enough to keep all database connections busy
const INITIAL_LIMIT = 64
const MAX_LIMIT = 512
const WINDOW_MS = 100
// Longest measuring window. A longer window is discarded, because it has too few requests to measure capacity.
const LONGEST_WINDOW_MS = 1_000
// Delay before a refusal. It slows down clients that retry at once.
const REFUSAL_DELAY_MS = 40
const MAX_WAITING = 2_000
// `Retry-After` is random, so that clients retry at different times.
const RETRY_SECONDS = [1, 2, 3] as const

/** Load shedding. Accepts requests that can be completed in time, and refuses the rest before they start. */
export type LoadShedder = {
  /** Runs work when there is capacity. Refuses expensive kinds of requests first. @throws Problem 'unavailable' */
  admit<T>(kind: string, work: () => Promise<T>): Promise<T>
}

const clamp = (minimum: number, value: number, maximum: number) => Math.min(maximum, Math.max(minimum, value))

/**
 * Returns an adaptive concurrency limit, based on Little's law (concurrency = throughput × latency). Under overload the
 * limit is the number of requests that are completed in `TARGET_LATENCY_MS`.
 */
export function createConcurrencyLimit(now: () => number) {
  let limit = INITIAL_LIMIT
  let window = { startedAt: now(), done: 0, isFull: false }
  let measuredAt = Number.NEGATIVE_INFINITY
  const startWindow = () => {
    window = { startedAt: now(), done: 0, isFull: false }
  }
  return {
    get value() {
      return limit
    },
    /**
     * Records that a request could not start at once because no capacity was free. Returns whether the concurrency
     * limit was measured within the last 10 s.
     */
    recordFull() {
      window.isFull = true
      return now() - measuredAt < LONGEST_WINDOW_MS * 10
    },
    /** Records a completed request. `others` counts other running requests. Returns whether it measured a new limit. */
    recordDone(tookMs: number, others: number): boolean {
      window.done++
      if (tookMs > TARGET_LATENCY_MS && others >= MIN_LIMIT) window.isFull = true
      const elapsed = now() - window.startedAt
      if (elapsed < WINDOW_MS) return false
      const { isFull, done } = window
      startWindow()
      if (elapsed > LONGEST_WINDOW_MS) return false
      if (!isFull) {
        // Without overload, moves the limit back towards its initial value.
        limit += (INITIAL_LIMIT - limit) / 10
        return false
      }
      const capacity = (done / elapsed) * TARGET_LATENCY_MS
      limit = clamp(MIN_LIMIT, measuredAt === Number.NEGATIVE_INFINITY ? capacity : (limit + capacity) / 2, MAX_LIMIT)
      measuredAt = now()
      return true
    },
  }
}

// Expensive requests get at most a quarter of the capacity, so a slow page cannot starve other requests.
const EXPENSIVE_SHARE = 1 / 4
const EXPENSIVE_TIMES = 4
const EXPENSIVE_MS = 20
const MAX_KINDS = 500
// Maximum increase of a learned cost per request. A busy minute hardly raises the cost, but the growth of a table does.
const MAX_COST_INCREASE = 1.02

/**
 * Learns how long each kind of request takes without load, as a minimum that slowly rises. A kind is expensive if it
 * takes at least 20 ms and more than four times the median of all kinds.
 */
export function createRequestCostTracker() {
  const costs = new Map<string, number>()
  const median = () => [...costs.values()].toSorted((a, b) => a - b)[Math.floor(costs.size / 2)] ?? 0
  return {
    record: (kind: string, tookMs: number) => {
      const known = costs.get(kind)
      if (known === undefined && costs.size >= MAX_KINDS) return
      costs.set(kind, Math.min(tookMs, known === undefined ? tookMs : known * MAX_COST_INCREASE))
    },
    isExpensive: (kind: string) => {
      const cost = costs.get(kind) ?? 0
      return cost >= EXPENSIVE_MS && cost > EXPENSIVE_TIMES * median()
    },
  }
}

const countShed = counter('http_requests_shed_total', 'Reads refused because of overload')
const readRunning = observableMetric('gauge', 'http_requests_admitted', 'Reads in progress')
const readWaiting = observableMetric('gauge', 'http_requests_waiting', 'Reads that wait for admission')
const readLimit = observableMetric(
  'gauge',
  'http_requests_admitted_limit',
  'Maximum number of reads in progress at once',
)

const refusal = () => {
  countShed()
  return new Problem('unavailable', 'Too many people ask at once. Try again in a moment.', {
    retryAfterSeconds: RETRY_SECONDS[Math.floor(Math.random() * RETRY_SECONDS.length)] ?? 1,
  })
}

type Waiter = { isExpensive: boolean; enter: () => void; refuse: () => void }

function createCapacity(limit: { value: number }) {
  let [running, expensiveRunning] = [0, 0]
  return {
    running: () => running,
    isFree: (isExpensive: boolean) =>
      running < limit.value && (!isExpensive || expensiveRunning < limit.value * EXPENSIVE_SHARE),
    enter: (isExpensive: boolean) => {
      running++
      if (isExpensive) expensiveRunning++
    },
    leave: (isExpensive: boolean) => {
      running--
      if (isExpensive) expensiveRunning--
    },
  }
}

export function createLoadShedder(now: () => number = () => performance.now()): LoadShedder {
  const limit = createConcurrencyLimit(now)
  const costs = createRequestCostTracker()
  const waiting = new Set<Waiter>()
  const capacity = createCapacity(limit)
  readRunning(capacity.running)
  readWaiting(() => waiting.size)
  readLimit(() => Math.floor(limit.value))
  const waitForCapacity = (isExpensive: boolean) => {
    const isKnown = limit.recordFull()
    if (waiting.size >= MAX_WAITING) throw refusal()
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        waiting.delete(waiter)
      }
      const waiter: Waiter = {
        isExpensive,
        enter: () => {
          leave()
          capacity.enter(isExpensive)
          resolve()
        },
        refuse: () => {
          leave()
          reject(refusal())
        },
      }
      const timer = setTimeout(waiter.refuse, isKnown ? REFUSAL_DELAY_MS : TARGET_LATENCY_MS)
      waiting.add(waiter)
    })
  }
  const admitWaiting = () => {
    for (const waiter of waiting) if (capacity.isFree(waiter.isExpensive)) waiter.enter()
  }
  // After a burst, only some waiting requests can finish in time: cheap ones, up to half of the concurrency limit.
  // Refuses the other waiting requests.
  const refuseRest = () => {
    let remaining = 0
    for (const waiter of waiting) if (waiter.isExpensive || ++remaining > limit.value / 2) waiter.refuse()
  }
  return {
    admit: async (kind, work) => {
      const isExpensive = costs.isExpensive(kind)
      if (capacity.isFree(isExpensive)) capacity.enter(isExpensive)
      else await waitForCapacity(isExpensive)
      const startedAt = now()
      try {
        return await work()
      } finally {
        const tookMs = now() - startedAt
        capacity.leave(isExpensive)
        costs.record(kind, tookMs)
        const isMeasured = limit.recordDone(tookMs, capacity.running())
        admitWaiting()
        if (isMeasured) refuseRest()
      }
    },
  }
}
