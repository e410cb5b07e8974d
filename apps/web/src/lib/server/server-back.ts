const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
// A server that is there says so at once.
const ANSWER_MS = 5000

const waiting = new Set<() => void>()
// Set while the server is asked.
let asking: AbortController | undefined

const answers = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** A pause, as long as nobody looks at the page: it ends for who comes back to it, which is said then. */
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

/** Asks for all who wait, ever more seldom, until the server answers. */
async function ask(stop: AbortSignal) {
  let wasAway = false
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
    if (await pause(ms, stop)) ms = FIRST_PAUSE_MS
    if (stop.aborted) return
    if (await answers()) break
    wasAway = true
  }
  if (stop.aborted) return
  asking = undefined
  const told = [...waiting]
  waiting.clear()
  if (wasAway) for (const tell of told) tell()
}

function wait(tell: () => void) {
  waiting.add(tell)
  if (asking) return
  asking = new AbortController()
  void ask(asking.signal)
}

function stopWaiting(tell: () => void) {
  waiting.delete(tell)
  if (waiting.size > 0) return
  asking?.abort()
  asking = undefined
}

/**
 * Calls back each time a server that did not answer does so again. One that answers already has refused what failed:
 * then nobody is called.
 */
export function followServer(tell: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  const tellAndGoOn = () => {
    tell()
    // It may be away again by the time it is asked for what failed.
    if (!signal.aborted) wait(tellAndGoOn)
  }
  wait(tellAndGoOn)
  signal.addEventListener('abort', () => stopWaiting(tellAndGoOn), { once: true })
}
