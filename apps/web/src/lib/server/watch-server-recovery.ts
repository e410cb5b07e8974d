const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
// Time limit of a poll in ms. A reachable server answers quickly.
const CHECK_LIMIT_MS = 5000

const waitingCallbacks = new Set<() => void>()
let calledAt = -Infinity
// Minimum pause in ms between two callbacks. The pause grows while polls succeed but the requests of the callbacks
// still fail.
let nextCallMs = FIRST_PAUSE_MS
// Aborts the current polling; undefined while no polling runs.
let polling: AbortController | undefined

const isServerUp = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_LIMIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Waits for `ms` milliseconds, or longer while the page is hidden. When a hidden page is shown again, resolves to true
 * at once.
 */
const pause = (ms: number, stop: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const listening = new AbortController()
    const finish = (isShownAgain: boolean) => {
      clearTimeout(timer)
      listening.abort()
      resolve(isShownAgain)
    }
    const timer = setTimeout(() => document.hidden || finish(false), ms)
    const { signal } = listening
    document.addEventListener('visibilitychange', () => document.hidden || finish(true), { signal })
    stop.addEventListener('abort', () => finish(false), { signal })
  })

/**
 * Polls with backoff until the server answers. Without an observed outage, also waits until `nextCallMs` has passed
 * since the last callbacks. Then runs all waiting callbacks.
 */
async function poll(stop: AbortSignal) {
  let wasDown = false
  if (performance.now() - calledAt > 2 * LONGEST_PAUSE_MS) nextCallMs = FIRST_PAUSE_MS
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
    if (await pause(ms, stop)) ms = FIRST_PAUSE_MS
    if (stop.aborted) return
    if (!(await isServerUp())) wasDown = true
    else if (wasDown || performance.now() - calledAt >= nextCallMs) break
  }
  if (stop.aborted) return
  calledAt = performance.now()
  nextCallMs = wasDown ? 2 * FIRST_PAUSE_MS : Math.min(nextCallMs * 2, LONGEST_PAUSE_MS)
  polling = undefined
  const callbacks = [...waitingCallbacks]
  waitingCallbacks.clear()
  for (const callback of callbacks) callback()
}

function addCallback(callback: () => void) {
  waitingCallbacks.add(callback)
  if (polling) return
  polling = new AbortController()
  void poll(polling.signal)
}

function removeCallback(callback: () => void) {
  waitingCallbacks.delete(callback)
  if (waitingCallbacks.size > 0) return
  polling?.abort()
  polling = undefined
}

/**
 * Calls `onRecovery` each time an unreachable server answers again. Also calls it without an observed outage, with
 * backoff from 1 s to 60 s. The server may have refused only one call, or may be back before the first poll.
 */
export function watchServerRecovery(onRecovery: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  const callAndWait = () => {
    onRecovery()
    // Waits again, because the server may be down again when the callback sends its request.
    if (!signal.aborted) addCallback(callAndWait)
  }
  addCallback(callAndWait)
  signal.addEventListener('abort', () => removeCallback(callAndWait), { once: true })
}
