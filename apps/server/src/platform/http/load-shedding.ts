import { counter, readMetric } from '#platform/monitoring/metrics.ts'
import { Problem } from '#platform/problem.ts'

// Of the second in which whatever is let in should be answered; the rest goes to the way there and the event loop.
const WITHIN_MS = 600
const LEAST = 16 // as many keep the connections to the database busy
const FIRST = 64
const MOST = 512
const WINDOW_MS = 100
// A window in which nearly nothing was asked, or nothing answered, tells nothing of how much could be.
const LONGEST_WINDOW_MS = 1_000
// Before they are refused: a browser that asks again at once would otherwise spend its share on being refused.
const PATIENCE_MS = 40
const MOST_WAITING = 2_000
// Not all of them again in the same second.
const RETRY_SECONDS = [1, 2, 3] as const

/** Load shedding: work that can be done in time is done, the rest is refused before any of it is done. */
export type LoadShedder = {
  /**
   * Does the work when there is room. `kind`: a route; expensive kinds are refused before others.
   * @throws Problem 'unavailable' when there is no room for it soon
   */
  admit<T>(kind: string, work: () => Promise<T>): Promise<T>
}

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/**
 * How many may be worked on at once (an adaptive concurrency limit). By Little's law as many are inside as come out in
 * the time that one of them takes: while there are more than enough, what comes out in `WITHIN_MS` is let in.
 */
export function concurrencyLimit(now: () => number) {
  let limit = FIRST
  let window = { begun: now(), done: 0, isFull: false }
  let learnedAt = Number.NEGATIVE_INFINITY
  const startWindow = () => {
    window = { begun: now(), done: 0, isFull: false }
  }
  return {
    get value() {
      return limit
    },
    /** Somebody found no room. Whether it is known for how long that will be so. */
    noteFull() {
      window.isFull = true
      return now() - learnedAt < LONGEST_WINDOW_MS * 10
    },
    /** One is done that took so long, beside so many others. True when the limit is found anew. */
    noteDone(tookMs: number, others: number): boolean {
      window.done++
      if (tookMs > WITHIN_MS && others >= LEAST) window.isFull = true
      const elapsed = now() - window.begun
      if (elapsed < WINDOW_MS) return false
      const { isFull, done } = window
      startWindow()
      if (elapsed > LONGEST_WINDOW_MS) return false
      if (!isFull) {
        // What was learned of other requests is forgotten.
        limit += (FIRST - limit) / 10
        return false
      }
      const could = (done / elapsed) * WITHIN_MS
      limit = between(LEAST, learnedAt === Number.NEGATIVE_INFINITY ? could : (limit + could) / 2, MOST)
      learnedAt = now()
      return true
    },
  }
}

// Expensive kinds get a quarter of the room, so that readers of a slow page cannot shut out everybody else.
const EXPENSIVE_SHARE = 1 / 4
const EXPENSIVE_TIMES = 4
const EXPENSIVE_MS = 20
const MOST_KINDS = 500
// So much a known cost may rise with each request: a busy minute changes little, a grown table is noticed.
const SLOWER = 1.02

/**
 * Learns how long each kind of work takes by itself: near the fastest seen lately, because under load everything takes
 * long. A kind is expensive when it takes four times as long as the median kind, and 20 ms or more.
 */
export function kindCosts() {
  const costs = new Map<string, number>()
  const median = () => [...costs.values()].toSorted((a, b) => a - b)[Math.floor(costs.size / 2)] ?? 0
  return {
    note: (kind: string, tookMs: number) => {
      const known = costs.get(kind)
      if (known === undefined && costs.size >= MOST_KINDS) return
      costs.set(kind, Math.min(tookMs, known === undefined ? tookMs : known * SLOWER))
    },
    isExpensive: (kind: string) => {
      const cost = costs.get(kind) ?? 0
      return cost >= EXPENSIVE_MS && cost > EXPENSIVE_TIMES * median()
    },
  }
}

const countShed = counter('http_requests_shed_total', 'Reads refused because more were asked than can be answered')
const readInside = readMetric('gauge', 'http_requests_admitted', 'Reads that are worked on')
const readWaiting = readMetric('gauge', 'http_requests_waiting', 'Reads that wait to be let in')
const readLimit = readMetric('gauge', 'http_requests_admitted_limit', 'How many reads are worked on at once at most')

const refusal = () => {
  countShed()
  return new Problem('unavailable', 'Too many people ask at once. Try again in a moment.', {
    retryAfterSeconds: RETRY_SECONDS[Math.floor(Math.random() * RETRY_SECONDS.length)] ?? 1,
  })
}

type Waiting = { isExpensive: boolean; enter: () => void; refuse: () => void }

/** Counts the work that runs now, and tells whether there is room for more. */
function roomWithin(limit: { value: number }) {
  let [inside, expensiveInside] = [0, 0]
  return {
    inside: () => inside,
    isFree: (isExpensive: boolean) =>
      inside < limit.value && (!isExpensive || expensiveInside < limit.value * EXPENSIVE_SHARE),
    enter: (isExpensive: boolean) => {
      inside++
      if (isExpensive) expensiveInside++
    },
    leave: (isExpensive: boolean) => {
      inside--
      if (isExpensive) expensiveInside--
    },
  }
}

/** Measures how much work this process can do in time, and refuses the rest; expensive kinds first. */
export function loadShedder(now: () => number = () => performance.now()): LoadShedder {
  const limit = concurrencyLimit(now)
  const costs = kindCosts()
  const waiting = new Set<Waiting>()
  const room = roomWithin(limit)
  readInside(room.inside)
  readWaiting(() => waiting.size)
  readLimit(() => Math.floor(limit.value))
  const turn = (isExpensive: boolean) => {
    const isKnown = limit.noteFull()
    if (waiting.size >= MOST_WAITING) throw refusal()
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        waiting.delete(one)
      }
      const one: Waiting = {
        isExpensive,
        enter: () => {
          leave()
          room.enter(isExpensive)
          resolve()
        },
        refuse: () => {
          leave()
          reject(refusal())
        },
      }
      const timer = setTimeout(one.refuse, isKnown ? PATIENCE_MS : WITHIN_MS)
      waiting.add(one)
    })
  }
  const letIn = () => {
    for (const one of waiting) if (room.isFree(one.isExpensive)) one.enter()
  }
  // Of a crowd that came before anything was known, half as many as are inside are still answered in time.
  const refuseRest = () => {
    let kept = 0
    for (const one of waiting) if (one.isExpensive || ++kept > limit.value / 2) one.refuse()
  }
  return {
    admit: async (kind, work) => {
      const isExpensive = costs.isExpensive(kind)
      if (room.isFree(isExpensive)) room.enter(isExpensive)
      else await turn(isExpensive)
      const from = now()
      try {
        return await work()
      } finally {
        const tookMs = now() - from
        room.leave(isExpensive)
        costs.note(kind, tookMs)
        const isLearned = limit.noteDone(tookMs, room.inside())
        letIn()
        if (isLearned) refuseRest()
      }
    },
  }
}
