import { counter, readMetric } from './metrics.ts'
import { Problem } from './problem.ts'

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
  /** @throws Problem 'unavailable' when there is no room for it soon */
  admit<T>(work: () => Promise<T>): Promise<T>
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

/** Measures what this process can do, and refuses what is more than that. */
export function loadShedder(now: () => number = () => performance.now()): LoadShedder {
  const limit = concurrencyLimit(now)
  const waiting = new Set<{ enter: () => void; refuse: () => void }>()
  let inside = 0
  const hasRoom = () => inside < limit.value
  readInside(() => inside)
  readWaiting(() => waiting.size)
  readLimit(() => Math.floor(limit.value))
  const turn = () => {
    const isKnown = limit.noteFull()
    if (waiting.size >= MOST_WAITING) throw refusal()
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        waiting.delete(one)
      }
      const one = {
        enter: () => {
          leave()
          inside++
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
    for (const one of waiting) {
      if (!hasRoom()) break
      one.enter()
    }
  }
  // Of a crowd that came before anything was known, half as many as are inside are still answered in time.
  const refuseRest = () => {
    let kept = 0
    for (const one of waiting) if (++kept > limit.value / 2) one.refuse()
  }
  return {
    admit: async (work) => {
      if (hasRoom()) inside++
      else await turn()
      const from = now()
      try {
        return await work()
      } finally {
        inside--
        const isLearned = limit.noteDone(now() - from, inside)
        letIn()
        if (isLearned) refuseRest()
      }
    },
  }
}
