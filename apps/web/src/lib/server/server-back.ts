const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
// A reachable server answers this check quickly.
const ANSWER_MS = 5000

const waiting = new Set<() => void>()
// Set while polling.
let polling: AbortController | undefined

const answers = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Waits, and longer while the page is hidden. Resolves to true if the page was shown again. */
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

/** Polls for all waiting callbacks, with backoff, until the server answers. */
async function poll(stop: AbortSignal) {
  let wasAway = false
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
    if (await pause(ms, stop)) ms = FIRST_PAUSE_MS
    if (stop.aborted) return
    if (await answers()) break
    wasAway = true
  }
  if (stop.aborted) return
  polling = undefined
  const callbacks = [...waiting]
  waiting.clear()
  if (wasAway) for (const tell of callbacks) tell()
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
 * Calls back each time a server that was away answers again. If it answers at once, it had refused the call:
 * then there is no callback.
 */
export function followServer(tell: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  const tellAndWait = () => {
    tell()
    // The server may be away again by the time of the next request.
    if (!signal.aborted) wait(tellAndWait)
  }
  wait(tellAndWait)
  signal.addEventListener('abort', () => stopWaiting(tellAndWait), { once: true })
}
