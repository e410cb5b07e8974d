const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
// Time limit of a poll in ms. A reachable server answers quickly.
const ANSWER_MS = 5000

const waiting = new Set<() => void>()
let calledAt = -Infinity
// Minimum pause in ms between two callbacks. The pause grows while polls succeed but the requests of the callbacks
// still fail.
let nextCallMs = FIRST_PAUSE_MS
// Aborts the current polling; undefined while no polling runs.
let polling: AbortController | undefined

const answers = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Waits for `ms` milliseconds, or longer while the page is hidden. When a hidden page is shown again, resolves to true
 * at once.
 */
const pause = (ms: number, stop: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const over = new AbortController()
    const end = (isSeenAgain: boolean) => {
      clearTimeout(timer)
      over.abort()
      resolve(isSeenAgain)
    }
    const timer = setTimeout(() => document.hidden || end(false), ms)
    const { signal } = over
    document.addEventListener('visibilitychange', () => document.hidden || end(true), { signal })
    stop.addEventListener('abort', () => end(false), { signal })
  })

/** Polls with backoff until a retry makes sense, then runs all waiting callbacks. */
async function poll(stop: AbortSignal) {
  let wasAway = false
  if (performance.now() - calledAt > 2 * LONGEST_PAUSE_MS) nextCallMs = FIRST_PAUSE_MS
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
    if (await pause(ms, stop)) ms = FIRST_PAUSE_MS
    if (stop.aborted) return
    if (!(await answers())) wasAway = true
    else if (wasAway || performance.now() - calledAt >= nextCallMs) break
  }
  if (stop.aborted) return
  calledAt = performance.now()
  nextCallMs = wasAway ? 2 * FIRST_PAUSE_MS : Math.min(nextCallMs * 2, LONGEST_PAUSE_MS)
  polling = undefined
  const callbacks = [...waiting]
  waiting.clear()
  for (const tell of callbacks) tell()
}

function wait(tell: () => void) {
  waiting.add(tell)
  if (polling) return
  polling = new AbortController()
  void poll(polling.signal)
}

function stopWaiting(tell: () => void) {
  waiting.delete(tell)
  if (waiting.size > 0) return
  polling?.abort()
  polling = undefined
}

/**
 * Calls `tell` each time an unreachable server answers again. Also calls it without an observed outage: the server may
 * only have refused a call, or be back before the first poll. These calls use backoff, from 1 s to 60 s.
 */
export function watchServerRecovery(tell: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  const tellAndWait = () => {
    tell()
    // Waits again, because the server may be down again when the callback sends its request.
    if (!signal.aborted) wait(tellAndWait)
  }
  wait(tellAndWait)
  signal.addEventListener('abort', () => stopWaiting(tellAndWait), { once: true })
}
